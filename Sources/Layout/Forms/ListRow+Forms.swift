// A row as code for the three platforms.

extension ListRow {
  /// The row as CSS: `.row` with `.picture` (an image; leave it and its slot out with `.plain`), `.top` and `.bottom` inside. Tests hold the
  /// frames against Chromium's, made with this very text.
  public var css: [UInt8] {
    var out = LayoutText()
    out.add(
      """
      .row {
        display: grid;
        box-sizing: border-box;
        grid-template: "picture top" 1fr "picture bottom" auto / calc((100% + #px) / 3) minmax(0, 1fr);
        column-gap: #px;
        row-gap: #px;
        min-height: #px;
        padding: #px;
        font-size: #px;
        line-height: #px;
      """, 2 * style.padding, style.spacing, style.lineSpacing, style.minimumHeight, style.padding, style.typeSize, line
    )
    out.add("\n")
    if style.direction == .rightToLeft { out.add("  direction: rtl;\n") }
    out.add(
      """
      }
      .row.plain {
        grid-template: "top" 1fr "bottom" auto / minmax(0, 1fr);
      }
      .row > .picture {
        grid-area: picture;
        align-self: start;
        justify-self: start;
        max-width: 100%;
        height: auto;
      }
      .row > .top {
        grid-area: top;
        align-self: start;
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 5;
        overflow: hidden;
      }
      .row > .bottom {
        grid-area: bottom;
        overflow: hidden;
        white-space: nowrap;
        text-overflow: ellipsis;
        height: #px;
      }

      """, line)
    return out.bytes
  }

  /// The row as UIKit: constraints of a cell whose `slot` is a layout guide, so that text has its width before the picture is there.
  public var uikit: [UInt8] {
    var out = LayoutText()
    let hasSlot = picture != .none
    out.add("top.numberOfLines = 5\nbottom.numberOfLines = 1\n")
    out.add("top.font = .systemFont(ofSize: #)\nbottom.font = .systemFont(ofSize: #)\n", style.typeSize, style.typeSize)
    if style.direction == .rightToLeft { out.add("contentView.semanticContentAttribute = .forceRightToLeft\n") }
    if hasSlot {
      out.add(
        """
        let slot = UILayoutGuide()
        contentView.addLayoutGuide(slot)
        picture.setContentHuggingPriority(.required, for: .horizontal)
        // Aspect kept, never enlarged; made anew when the image arrives.
        let aspect = picture.heightAnchor.constraint(
          equalTo: picture.widthAnchor, multiplier: image.size.height / image.size.width)
        let natural = picture.widthAnchor.constraint(equalToConstant: image.size.width)
        natural.priority = .defaultHigh

        """)
    }
    out.add("NSLayoutConstraint.activate([\n")
    if hasSlot {
      out.add(
        """
          slot.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: #),
          slot.widthAnchor.constraint(equalTo: contentView.widthAnchor, multiplier: 1.0 / 3),
          picture.leadingAnchor.constraint(equalTo: slot.leadingAnchor),
          picture.topAnchor.constraint(equalTo: contentView.topAnchor, constant: #),
          picture.widthAnchor.constraint(lessThanOrEqualTo: slot.widthAnchor),
          aspect, natural,
          contentView.bottomAnchor.constraint(greaterThanOrEqualTo: picture.bottomAnchor, constant: #),
          top.leadingAnchor.constraint(equalTo: slot.trailingAnchor, constant: #),

        """, style.padding, style.padding, style.padding, style.spacing)
    } else {
      out.add(
        "  top.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: #),\n", style.padding)
    }
    out.add(
      """
        top.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -#),
        top.topAnchor.constraint(equalTo: contentView.topAnchor, constant: #),
        bottom.leadingAnchor.constraint(equalTo: top.leadingAnchor),
        bottom.trailingAnchor.constraint(equalTo: top.trailingAnchor),
        bottom.topAnchor.constraint(greaterThanOrEqualTo: top.bottomAnchor, constant: #),
        contentView.bottomAnchor.constraint(equalTo: bottom.bottomAnchor, constant: #),
        contentView.heightAnchor.constraint(greaterThanOrEqualToConstant: #),
      ])

      """, style.padding, style.padding, style.lineSpacing, style.padding, style.minimumHeight)
    return out.bytes
  }

  /// The row as Jetpack Compose.
  public var compose: [UInt8] {
    var out = LayoutText()
    let hasSlot = picture != .none
    if style.direction == .rightToLeft {
      out.add("CompositionLocalProvider(LocalLayoutDirection provides LayoutDirection.Rtl) {\n")
    }
    out.add(
      """
      BoxWithConstraints {
          val slot = maxWidth / 3
          Row(Modifier.heightIn(min = #.dp).height(IntrinsicSize.Min).padding(#.dp)) {

      """, style.minimumHeight, style.padding)
    if hasSlot {
      out.add(
        """
                Box(Modifier.width(slot)) {
                    // Its size in dp: aspect kept, never enlarged.
                    picture?.let {
                        Image(it.painter, null,
                            Modifier.width(minOf(slot, it.width)).aspectRatio(it.width / it.height))
                    }
                }
                Spacer(Modifier.width(#.dp))

        """, style.spacing)
    }
    out.add(
      """
              Column(Modifier.weight(1f).fillMaxHeight(), verticalArrangement = Arrangement.SpaceBetween) {
                  Text(top, Modifier.padding(bottom = #.dp), fontSize = #.sp, lineHeight = #.sp,
                      maxLines = 5, overflow = TextOverflow.Ellipsis)
                  Text(bottom, fontSize = #.sp, lineHeight = #.sp,
                      maxLines = 1, overflow = TextOverflow.Ellipsis)
              }
          }
      }

      """, style.lineSpacing, style.typeSize, line, style.typeSize, line)
    if style.direction == .rightToLeft { out.add("}\n") }
    return out.bytes
  }
}

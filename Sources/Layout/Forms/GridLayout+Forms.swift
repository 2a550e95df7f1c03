// A grid as code for the three platforms. All follow the same law at any width; where a platform's own grid does not, the law stands in
// the code.

extension GridLayout {
  /// The grid as CSS for `.grid` and its children. Tests hold the frames against Chromium's, made with this very text.
  public var css: [UInt8] {
    var out = LayoutText()
    out.add(".grid {\n")
    switch shortRows {
    case .keepColumns, .shrinkToItems:
      out.add("  display: grid;\n  grid-template-columns: repeat(")
      out.add(shortRows == .keepColumns ? "auto-fill" : "auto-fit")
      out.add(", #px);\n  grid-auto-rows: #px;\n", cell, cell)
    case .centerRows: out.add("  display: flex;\n  flex-wrap: wrap;\n")
    }
    out.add("  gap: #px;\n  justify-content: center;\n", gap)
    if direction == .rightToLeft { out.add("  direction: rtl;\n") }
    out.add("}\n")
    if shortRows == .centerRows {
      out.add(".grid > * {\n  box-sizing: border-box;\n  flex: none;\n  width: #px;\n  height: #px;\n}\n", cell, cell)
    }
    return out.bytes
  }

  /// The grid as UIKit: a compositional layout.
  public var uikit: [UInt8] {
    var out = LayoutText()
    out.add(
      """
      let layout = UICollectionViewCompositionalLayout { _, environment in
        let width = environment.container.effectiveContentSize.width
        let (cell, gap) = (CGFloat(#), CGFloat(#))
        let fitting = max(1, Int((width + gap + 1 / 1024) / (cell + gap)))
      """, cell, gap)
    out.add("\n")
    switch shortRows {
    case .keepColumns: out.add("  let columns = fitting\n")
    case .shrinkToItems, .centerRows:
      out.add(
        """
          // `count` is how many items the section has.
          let columns = min(fitting, max(1, count))

        """)
    }
    if shortRows == .centerRows {
      out.add(
        """
          let rows = (count + fitting - 1) / fitting
          let size = NSCollectionLayoutSize(
            widthDimension: .absolute(width),
            heightDimension: .absolute(max(cell, CGFloat(rows) * (cell + gap) - gap)))
          let group = NSCollectionLayoutGroup.custom(layoutSize: size) { _ in
            (0..<count).map { item in
              let (row, column) = (item / fitting, item % fitting)
              let inRow = CGFloat(min(fitting, count - row * fitting))
              let offset = (width - inRow * cell - (inRow - 1) * gap) / 2
              return NSCollectionLayoutGroupCustomItem(
                frame: CGRect(
                  x: offset + CGFloat(column) * (cell + gap), y: CGFloat(row) * (cell + gap),
                  width: cell, height: cell))
            }
          }
          return NSCollectionLayoutSection(group: group)
        }

        """)
      return out.bytes
    }
    out.add(
      """
        let block = CGFloat(columns) * cell + CGFloat(columns - 1) * gap
        let item = NSCollectionLayoutItem(
          layoutSize: NSCollectionLayoutSize(
            widthDimension: .absolute(cell), heightDimension: .absolute(cell)))
        let group = NSCollectionLayoutGroup.horizontal(
          layoutSize: NSCollectionLayoutSize(
            widthDimension: .absolute(block), heightDimension: .absolute(cell)),
          subitems: [item])
        group.interItemSpacing = .fixed(gap)
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = gap
        let offset = (width - block) / 2
        section.contentInsets = NSDirectionalEdgeInsets(
          top: 0, leading: offset, bottom: 0, trailing: offset)
        return section
      }

      """)
    if direction == .rightToLeft {
      out.add("// Leading is right: collectionView.semanticContentAttribute = .forceRightToLeft\n")
    }
    return out.bytes
  }

  /// The grid as Jetpack Compose. `GridCells.FixedSize` has the law; a cell that is wider than the grid is narrowed there.
  public var compose: [UInt8] {
    var out = LayoutText()
    if direction == .rightToLeft {
      out.add("CompositionLocalProvider(LocalLayoutDirection provides LayoutDirection.Rtl) {\n")
    }
    switch shortRows {
    case .keepColumns:
      out.add(
        """
        LazyVerticalGrid(
            columns = GridCells.FixedSize(#.dp),
            horizontalArrangement = Arrangement.spacedBy(#.dp, Alignment.CenterHorizontally),
            verticalArrangement = Arrangement.spacedBy(#.dp),
        ) {
            items(items) { Cell(it, Modifier.size(#.dp)) }
        }

        """, cell, gap, gap, cell)
    case .shrinkToItems:
      out.add(
        """
        BoxWithConstraints(Modifier.fillMaxWidth(), contentAlignment = Alignment.TopCenter) {
            val cell = #.dp
            val gap = #.dp
            val fitting = maxOf(1, ((maxWidth + gap) / (cell + gap) + 0.0001f).toInt())
            val columns = minOf(fitting, maxOf(1, items.size))
            LazyVerticalGrid(
                columns = GridCells.Fixed(columns),
                modifier = Modifier.requiredWidth(cell * columns + gap * (columns - 1)),
                horizontalArrangement = Arrangement.spacedBy(gap),
                verticalArrangement = Arrangement.spacedBy(gap),
            ) {
                items(items) { Cell(it, Modifier.size(cell)) }
            }
        }

        """, cell, gap)
    case .centerRows:
      out.add(
        """
        FlowRow(
            modifier = Modifier.fillMaxWidth(),
            horizontalArrangement = Arrangement.spacedBy(#.dp, Alignment.CenterHorizontally),
            verticalArrangement = Arrangement.spacedBy(#.dp),
        ) {
            items.forEach { Cell(it, Modifier.requiredSize(#.dp)) }
        }

        """, gap, gap, cell)
    }
    if direction == .rightToLeft { out.add("}\n") }
    return out.bytes
  }
}

// The toolbar, as the ARIA Authoring Practices have it: one stop of the Tab key, arrow keys between its controls. Tools, colours and
// widths are radio groups in it: left and right only move, up and down choose within the group, Space and Enter choose.

const toolbar = {
  get bar() { return byID("toolbar"); },
  /** The controls that can be reached now, in order. */
  get items() { return [...this.bar.querySelectorAll("button")].filter((item) => item.offsetParent !== null); },

  start() {
    this.bar.addEventListener("click", (event) => {
      const item = event.target.closest("button");
      if (item) this.act(item);
    });
    this.bar.addEventListener("keydown", (event) => this.pressed(event));
    this.bar.addEventListener("focusin", (event) => this.stop(event.target.closest("button")));
    this.update();
    this.stop(this.items[0]);
  },

  /** Makes one control the stop of the Tab key. */
  stop(item) {
    if (!item) return;
    for (const other of this.bar.querySelectorAll("button")) other.tabIndex = other === item ? 0 : -1;
  },

  pressed(event) {
    const item = event.target.closest("button");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const group = item.closest("[role=radiogroup]");
    const isVertical = event.key === "ArrowUp" || event.key === "ArrowDown";
    const list = isVertical && group ? [...group.querySelectorAll("button")] : this.items;
    const at = list.indexOf(item);
    const next = {
      ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1,
    }[event.key];
    // Down opens a menu, which its own button sees to.
    if (next === undefined || (isVertical && !group)) return;
    event.preventDefault();
    const target = list[(next + list.length) % list.length];
    target.focus();
    if (isVertical) this.act(target);
  },

  act(item) {
    // What is done to a drawing that is about to be replaced would be lost.
    if (files.isBusy) return;
    if (item.getAttribute("aria-disabled") === "true") {
      return say.status(item.id === "undo" ? "There is nothing to undo." : item.id === "redo"
        ? "There is nothing to redo." : "The paper is empty already.");
    }
    const { tool, color, width, eraser } = item.dataset;
    if (tool) this.choose({ tool });
    else if (eraser) this.choose({ eraser });
    else if (width) this.choose({ width: Number(width) });
    else if (color) this.choose({ color });
    else commands[item.id]?.();
  },

  /** Takes a tool, a colour, a width or a kind of eraser. */
  choose({ tool, color, width, eraser }) {
    if (tool) hands.tool = tool;
    if (eraser) hands.eraser = eraser;
    if (color && hands.tool !== "eraser") hands.colors[hands.tool] = color;
    if (width !== undefined) hands.widths[hands.tool] = width;
    hands.apply();
    hands.keep();
    this.update();
    say.status(this.described());
  },

  described() {
    const size = `${WIDTH_NAMES[hands.widths[hands.tool]]}, ${points(hands.width)} wide`;
    if (hands.tool === "eraser") return `Eraser of ${hands.eraser === "strokes" ? "whole strokes" : "pixels"}, ${size}`;
    return `${hands.tool === "pen" ? "Pen" : "Highlighter"}, ${hands.colors[hands.tool]}, ${size}`;
  },

  /** Shows what is in the hand. */
  update() {
    const check = (item, isOn) => item.setAttribute("aria-checked", String(isOn));
    for (const item of this.bar.querySelectorAll("[data-tool]")) check(item, item.dataset.tool === hands.tool);
    for (const item of this.bar.querySelectorAll("[data-eraser]")) check(item, item.dataset.eraser === hands.eraser);
    for (const [id, tool] of [["pen-colors", "pen"], ["highlighter-colors", "highlighter"], ["erasers", "eraser"]]) {
      byID(id).hidden = hands.tool !== tool;
    }
    for (const item of this.bar.querySelectorAll("[data-color]")) {
      const isHighlighter = item.closest("#highlighter-colors") !== null;
      const palette = isHighlighter ? HIGHLIGHTER_COLORS : PEN_COLORS;
      item.style.setProperty("--swatch", cssColor(palette[item.dataset.color]));
      check(item, hands.colors[isHighlighter ? "highlighter" : "pen"] === item.dataset.color);
    }
    byID("widths").setAttribute("aria-label", `Width of the ${hands.tool}`);
    for (const item of this.bar.querySelectorAll("[data-width]")) {
      const at = Number(item.dataset.width);
      const size = Math.round(WIDTHS[hands.tool][at] * hands.factor * 2) / 2;
      check(item, hands.widths[hands.tool] === at);
      const name = WIDTH_NAMES[at][0].toUpperCase() + WIDTH_NAMES[at].slice(1);
      item.setAttribute("aria-label", `${name}, ${points(size)}`);
      item.title = `${name}, ${points(size)} (${at + 1})`;
    }
    this.bar.style.setProperty("--pen-color", cssColor(PEN_COLORS[hands.colors.pen]));
    this.bar.style.setProperty("--highlighter-color", cssColor(HIGHLIGHTER_COLORS[hands.colors.highlighter]));
    // The control of the Tab stop may have gone with its group.
    const stop = this.bar.querySelector("button[tabindex='0']");
    if (!stop || stop.offsetParent === null) this.stop(this.items[0]);
  },

  enable(id, isOn) { byID(id).setAttribute("aria-disabled", String(!isOn)); },
};

// The list of strokes, for whoever cannot see the drawing and whoever wants to take one stroke out. One stop of the Tab key, arrow
// keys between the strokes, Delete takes one away. The stroke that is looked at glows on the paper.

/** A list of thousands of buttons would slow the page down; older strokes come by a button. */
const LISTED = 200;

const strokeList = {
  limit: LISTED,
  timer: 0,

  get box() { return byID("stroke-list"); },
  get isOpen() { return !byID("strokes-panel").hidden; },
  get buttons() { return [...this.box.querySelectorAll("button.stroke")]; },

  start() {
    byID("strokes-close").addEventListener("click", () => this.toggle());
    byID("strokes-more").addEventListener("click", () => {
      this.limit += LISTED;
      this.fill();
    });
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("focusin", (event) => this.look(event.target.closest("li")));
    this.box.addEventListener("focusout", () => this.glow(null));
    this.box.addEventListener("pointerover", (event) => this.glow(event.target.closest("li")));
    this.box.addEventListener("pointerleave", () => this.glow(null));
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row && event.target.closest("button.remove")) this.remove(row);
      // Safari does not focus buttons that are clicked.
      else if (row) row.querySelector("button.stroke").focus();
    });
    byID("strokes-panel").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
    });
  },

  toggle() {
    const opens = !this.isOpen;
    byID("strokes-panel").hidden = !opens;
    byID("strokes").setAttribute("aria-expanded", String(opens));
    this.glow(null);
    if (!opens) return byID("strokes").focus();
    this.limit = LISTED;
    this.fill();
    (this.buttons[0] ?? byID("strokes-close")).focus();
  },

  changed() {
    this.glow(null);
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fill(), 60);
  },

  /** The strokes, the newest first. */
  fill() {
    clearTimeout(this.timer);
    const strokes = engine.strokes().reverse();
    const focused = this.buttons.indexOf(document.activeElement);
    this.box.replaceChildren(...strokes.slice(0, this.limit).map((stroke) => this.row(stroke)));
    byID("strokes-empty").hidden = strokes.length > 0;
    byID("strokes-more").hidden = strokes.length <= this.limit;
    const buttons = this.buttons, stop = buttons[Math.max(0, Math.min(focused, buttons.length - 1))];
    if (stop) stop.tabIndex = 0;
    if (focused >= 0) (stop ?? byID("strokes-close")).focus();
  },

  row(stroke) {
    const row = document.createElement("li"), name = strokeName(stroke);
    row.dataset.stroke = stroke.id;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "stroke";
    button.id = "stroke-" + stroke.id;
    button.tabIndex = -1;
    button.setAttribute("aria-keyshortcuts", "Delete");
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.setAttribute("aria-hidden", "true");
    if (stroke.tool < 2) swatch.style.setProperty("--swatch", cssColor(stroke.color));
    button.append(swatch, name);
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "remove";
    remove.id = "remove-" + stroke.id;
    remove.tabIndex = -1;
    remove.title = "Delete (Del)";
    remove.setAttribute("aria-label", "Delete: " + name);
    remove.textContent = "×";
    row.append(button, remove);
    return row;
  },

  pressed(event) {
    const row = event.target.closest("li"), buttons = this.buttons;
    if (!row) return;
    const at = buttons.indexOf(row.querySelector("button.stroke"));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next !== undefined) buttons[Math.max(0, Math.min(next, buttons.length - 1))].focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  look(row) {
    if (!row) return;
    for (const button of this.buttons) button.tabIndex = button.parentElement === row ? 0 : -1;
    this.glow(row);
  },

  remove(row) {
    if (files.isBusy) return;
    const hadFocus = row.contains(document.activeElement);
    if (hadFocus) row.querySelector("button.stroke").focus();
    drawing.erase(Number(row.dataset.stroke), row.querySelector("button.stroke").textContent);
    this.fill();
  },

  /** Shows where a stroke is. */
  glow(row) {
    const glow = byID("glow");
    if (!row) return glow.setAttribute("d", "");
    glow.setAttribute("d", engine.outline(Number(row.dataset.stroke)).map((contour) => {
      let path = "";
      for (let at = 0; at < contour.length; at += 2) {
        path += (at === 0 ? "M" : "L") + contour[at].toFixed(2) + " " + contour[at + 1].toFixed(2);
      }
      return path + "Z";
    }).join(""));
  },
};

/** Pen stroke 3, black, 4 points wide, upper left. */
function strokeName(stroke) {
  const tool = ["Pen", "Highlighter", "Eraser"][stroke.tool] ?? "A";
  const third = (from, to, size) => Math.min(2, Math.max(0, Math.floor((from + to) / 2 / size * 3)));
  const column = third(stroke.left, stroke.right, engine.width), row = third(stroke.top, stroke.bottom, engine.height);
  const place = [["upper left", "top", "upper right"], ["left", "centre", "right"],
    ["lower left", "bottom", "lower right"]][row][column];
  const color = stroke.tool < 2 ? colorName(stroke.color, stroke.tool) + ", " : "";
  return `${tool} stroke ${stroke.id + 1}, ${color}${points(stroke.width)} wide, ${place}`;
}

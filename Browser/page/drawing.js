// What one does to the drawing as a whole: undo, redo, clear, begin a new one, and what follows from every change: the buttons, the
// list of strokes, the copy that is kept.

/** What a command was, by the engine's numbers. */
const COMMANDS = [
  "", "pen stroke", "highlighter stroke", "eraser stroke", "erased strokes", "clear", "background", "several changes",
];

const drawing = {
  /** Whether it came from a file or from the last visit: then it keeps its size even while it is empty. */
  wasOpened: false,
  /** The drawing that a new one replaced, to be brought back. */
  replaced: null,

  get isUntouched() { return !this.wasOpened && engine.call.can() === 0 && engine.call.picture_count() === 0; },

  /** White paper as large as the free area. */
  blank() {
    const area = view.area(), scale = view.plan(area.width, area.height);
    engine.call.new(area.width, area.height, scale, 0xffffffff | 0);
    this.wasOpened = false;
    this.shown(scale);
  },

  /** The engine has another drawing. */
  shown(scale) {
    turtle.lift();
    turtle.hide();
    hands.fit();
    toolbar.update();
    view.reset(scale);
    this.refresh();
  },

  /** Something was done to the drawing. */
  changed() {
    view.changed();
    this.refresh();
    autosave.changed();
  },

  refresh() {
    const can = engine.call.can(), count = engine.call.stroke_count();
    toolbar.enable("undo", (can & 1) !== 0 || (can === 0 && this.replaced !== null));
    toolbar.enable("redo", (can & 2) !== 0);
    toolbar.enable("clear", count > 0);
    byID("count").textContent = plural(count, "stroke", "strokes");
    byID("hint").hidden = count > 0 || !this.isUntouched;
    strokeList.changed();
  },

  undo() {
    if (engine.call.can() === 0 && this.replaced) return this.bringBack();
    this.step(engine.call.undo(), "Undone", "There is nothing to undo.");
  },
  redo() { this.step(engine.call.redo(), "Redone", "There is nothing to redo."); },

  step(kind, word, nothing) {
    // A stroke under the keyboard's pen was given up with it.
    turtle.lift();
    view.changed();
    if (kind === 0) return say.status(nothing);
    this.changed();
    say.status(`${word}: ${COMMANDS[kind] ?? "a change"}. ${this.counted()}`);
  },

  /** There are 3 strokes. */
  counted() {
    const count = engine.call.stroke_count();
    return count === 0 ? "The paper is empty." : `${plural(count, "stroke", "strokes")} on the paper.`;
  },

  clear() {
    const count = engine.call.stroke_count();
    if (count === 0) return say.status("The paper is empty already.");
    turtle.lift();
    engine.call.clear();
    this.changed();
    say.status(`Cleared ${plural(count, "stroke", "strokes")}. Undo brings them back.`);
  },

  erase(id, name) {
    turtle.lift();
    engine.call.erase_stroke(id);
    this.changed();
    say.status(`Deleted: ${name}. Undo brings it back.`);
  },

  /** A new drawing, on the picture that the page was made for if there is one. Asks nothing: undo brings the old one back. */
  async startNew() {
    this.keepReplaced();
    if (!await files.openBuiltIn()) this.blank();
    autosave.changed();
    this.offerReplaced("A new drawing.");
    byID("paper").focus();
  },

  /** Keeps what is about to be replaced; of an empty drawing nothing is lost, and what it replaced itself stays. */
  keepReplaced() {
    const isPicture = engine.call.picture_count() > 0 && byID("built-in") === null;
    if (engine.call.can() !== 0 || isPicture) this.replaced = engine.save();
  },

  offerReplaced(text) {
    if (!this.replaced) return say.status(text);
    this.refresh();
    say.notice(text, ["Bring back the last one", () => this.bringBack()]);
  },

  /** Undoes the new drawing itself. */
  async bringBack() {
    const bytes = this.replaced;
    this.replaced = null;
    if (!bytes || !await files.load(bytes, false, "the last drawing")) return;
    say.close();
    autosave.changed();
    say.status(`The last drawing is back. ${this.counted()}`);
  },

  /** Tells what came of a pointer or the keyboard's pen. `before` is how many strokes there were. */
  came(outcome, before) {
    view.changed();
    if (outcome & Outcome.penMode) pointers.penCame();
    if (outcome & Outcome.ignored) say.status("Fingers do not draw while a pen is in use. “Draw with finger” changes that.");
    if (!(outcome & ~(Outcome.penMode | Outcome.ignored))) return;
    this.changed();
    if (outcome & Outcome.erased) {
      say.status(`Erased ${plural(before - engine.call.stroke_count(), "stroke", "strokes")}. ${this.counted()}`);
    }
    if (outcome & Outcome.undone) say.status(`Undone with two fingers. ${this.counted()}`);
    if (outcome & Outcome.redone) say.status(`Done again with three fingers. ${this.counted()}`);
  },
};

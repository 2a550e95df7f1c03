// The keyboard: a pen that walks over the paper like a turtle, and the shortcuts.

const turtle = {
  x: 0,
  y: 0,
  isShown: false,
  /** Whether the pen is on the paper. */
  isDown: false,
  timer: 0,

  start() {
    byID("paper").addEventListener("keydown", (event) => this.pressed(event));
    byID("paper").addEventListener("blur", () => this.finish());
  },

  pressed(event) {
    if (files.isBusy || event.metaKey) return;
    const step = event.shiftKey ? 1 : event.ctrlKey || event.altKey ? 50 : 10;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) this.move(way[0] * step, way[1] * step);
    else if (event.key === "Home" && !event.ctrlKey) this.move(engine.width / 2 - this.x, engine.height / 2 - this.y);
    else if ((event.key === " " || event.key === "Enter") && !event.ctrlKey && !event.altKey) this.toggle();
    else if (event.key === "Escape" && pointers.isDown) pointers.giveUp();
    else if (event.key === "Escape" && this.isShown) this.giveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  show() {
    if (!this.isShown) {
      this.isShown = true;
      const isInside = this.x > 0 && this.y > 0 && this.x < engine.width && this.y < engine.height;
      if (!isInside) [this.x, this.y] = [Math.round(engine.width / 2), Math.round(engine.height / 2)];
    }
    byID("hint").hidden = true;
    const mark = byID("turtle");
    mark.removeAttribute("hidden");
    mark.classList.toggle("down", this.isDown);
    // Always as large on the screen, whatever the drawing is scaled by.
    mark.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${1 / view.fit})`);
  },

  hide() {
    this.finish();
    this.isShown = false;
    byID("turtle").setAttribute("hidden", "");
  },

  move(dx, dy) {
    const wasShown = this.isShown;
    this.show();
    // The first key only shows where the pen is.
    if (wasShown) {
      this.x = Math.min(engine.width, Math.max(0, this.x + dx));
      this.y = Math.min(engine.height, Math.max(0, this.y + dy));
      if (this.isDown) {
        engine.call.key_pen(1, this.x, this.y);
        view.changed();
      }
      this.show();
    }
    // Read out where the walk has come to, not each step of it.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => say.status(this.place()), 400);
  },

  place() {
    return `${Math.round(this.x)} across, ${Math.round(this.y)} down, pen ${this.isDown ? "down" : "up"}`;
  },

  toggle() {
    if (this.isDown) return this.finish();
    say.hush();
    this.show();
    this.before = engine.call.stroke_count();
    engine.call.key_pen(0, this.x, this.y);
    this.isDown = true;
    this.show();
    view.changed();
    this.tell(`Pen down at ${Math.round(this.x)} across, ${Math.round(this.y)} down.`);
  },

  finish() {
    if (!this.isDown) return;
    const outcome = engine.call.key_pen(2, this.x, this.y);
    this.lift();
    drawing.came(outcome, this.before);
    if (outcome & Outcome.added) this.tell(`Pen up, stroke added. ${drawing.counted()}`);
    else if (!(outcome & Outcome.erased)) this.tell("Pen up, nothing was erased.");
  },

  giveUp() {
    if (!this.isDown) {
      this.hide();
      return this.tell("The keyboard’s pen is put away.");
    }
    engine.call.key_pen(3, this.x, this.y);
    this.lift();
    view.changed();
    this.tell("Pen up, the stroke was given up.");
  },

  /** The engine has no stroke of this pen any more. */
  lift() {
    this.isDown = false;
    if (this.isShown) this.show();
  },

  tell(text) {
    clearTimeout(this.timer);
    say.status(text);
  },
};

/** What can be done by a button or a shortcut, by the ids of the buttons. */
const commands = {
  undo: () => drawing.undo(),
  redo: () => drawing.redo(),
  clear: () => drawing.clear(),
  new: () => drawing.startNew(),
  open: () => files.choose(),
  save: () => menu.toggle(),
  strokes: () => strokeList.toggle(),
  help: () => byID("help-dialog").showModal(),
};

const shortcuts = {
  get areOn() { return settings.read("shortcuts") !== false; },

  start() {
    addEventListener("keydown", (event) => this.pressed(event));
    // The paper shows its focus to those who work with keys; a pen would only be bothered by it.
    const by = (input) => () => { document.documentElement.dataset.input = input; };
    addEventListener("keydown", by("keys"), true);
    addEventListener("pointerdown", by("hand"), true);
    this.nameKeys();
    this.tell();
    const box = byID("single-keys");
    box.checked = this.areOn;
    box.addEventListener("change", () => {
      settings.write("shortcuts", box.checked);
      this.tell();
      say.status(box.checked ? "Single-key shortcuts are on." : "Single-key shortcuts are off.");
    });
    byID("help-close").addEventListener("click", () => byID("help-dialog").close());
    // A click beside the dialog closes it.
    byID("help-dialog").addEventListener("click", (event) => {
      if (event.target === event.currentTarget) event.currentTarget.close();
    });
  },

  /** Keys that do nothing are not told to screen readers. */
  tell() {
    for (const item of document.querySelectorAll("[data-key]")) {
      if (this.areOn) item.setAttribute("aria-keyshortcuts", item.dataset.key);
      else item.removeAttribute("aria-keyshortcuts");
    }
  },

  /** On Apple's keyboards the key is called Command. */
  nameKeys() {
    if (!/Mac|iP(hone|ad)/.test(navigator.platform)) return;
    for (const key of document.querySelectorAll("kbd")) key.textContent = key.textContent.replace("Ctrl+", "⌘");
    for (const item of document.querySelectorAll("[title*='Ctrl+']")) item.title = item.title.replace("Ctrl+", "⌘");
    for (const item of document.querySelectorAll("[aria-keyshortcuts*=Control]")) {
      item.setAttribute("aria-keyshortcuts", item.getAttribute("aria-keyshortcuts").replaceAll("Control", "Meta"));
    }
  },

  pressed(event) {
    if (shown.screen !== "draw" || event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") || files.isBusy) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const command = event.ctrlKey || event.metaKey;
    let act;
    if (command && !event.altKey) {
      act = { z: event.shiftKey ? commands.redo : commands.undo, y: commands.redo, s: () => files.saveDrawing(),
        o: commands.open }[key];
      if (event.shiftKey && key !== "z") act = undefined;
    } else if (!command && !event.altKey && this.areOn && !event.target.closest("input, textarea, select, [role=menu]")) {
      act = this.single(key, event.shiftKey);
    }
    if (!act) return;
    event.preventDefault();
    act();
  },

  single(key, shift) {
    if (key >= "1" && key <= "5" && key.length === 1) return () => toolbar.choose({ width: Number(key) - 1 });
    return {
      p: () => toolbar.choose({ tool: "pen" }),
      h: () => toolbar.choose({ tool: "highlighter" }),
      e: () => hands.tool === "eraser"
        ? toolbar.choose({ eraser: hands.eraser === "strokes" ? "pixels" : "strokes" })
        : toolbar.choose({ tool: "eraser" }),
      c: () => this.nextColor(shift ? -1 : 1),
      l: commands.strokes,
      "?": commands.help,
    }[key];
  },

  nextColor(step) {
    if (hands.tool === "eraser") return say.status("The eraser has no colour.");
    const names = Object.keys(hands.tool === "pen" ? PEN_COLORS : HIGHLIGHTER_COLORS);
    const at = names.indexOf(hands.colors[hands.tool]);
    toolbar.choose({ color: names[(at + step + names.length) % names.length] });
  },
};

// Live code: the server tells which parts there are, and what has changed is taken over while the page stays open. Modules are exchanged
// under the drawing and the board, styles at once; for other scripts the page is loaded again, which keeps both as well.

const live = {
  versions: JSON.parse(document.body.dataset.versions),
  isSwapping: false,
  /** Whether it was said that new code could not be taken over. */
  wasRefused: false,
  /** What was hidden by hand: it is shown no more until the compiler says something else. */
  hidden: "",
  /** What the server told last. */
  told: null,

  start() {
    Object.defineProperty(window.plimsollSketch, "live", { get: () => this.told });
    byID("live-close").addEventListener("click", () => {
      this.hidden = byID("live-problem").textContent;
      byID("live").hidden = true;
      byID(shown.screen === "draw" ? "paper" : shown.screen + "-title").focus();
    });
    const source = new EventSource("live");
    source.onmessage = (event) => {
      this.told = JSON.parse(event.data);
      this.show();
      this.follow();
    };
    source.onerror = () => { this.show("The server does not answer. What is shown is the last state."); };
  },

  /** The state of the build, in a box of its own that stays until the next one. */
  show(trouble) {
    const { problem: wrong = "", building = false } = this.told ?? {};
    const box = byID("live"), text = trouble ?? wrong;
    if (text !== this.hidden) this.hidden = "";
    box.hidden = text === this.hidden && (text !== "" || !building);
    byID("live-close").hidden = text === "";
    box.classList.toggle("bad", text !== "");
    const title = trouble ? "No connection" : wrong ? "The build failed; the last code that works goes on" : "Building…";
    if (byID("live-title").textContent !== title) byID("live-title").textContent = title;
    if (byID("live-problem").textContent !== text) byID("live-problem").textContent = text;
  },

  /** Takes over what is new, one after the other, and not within a stroke. */
  async follow() {
    if (this.isSwapping) return;
    this.isSwapping = true;
    while (this.isBehind) {
      await this.rest();
      try {
        await this.step();
      } catch (error) {
        this.wasRefused = true;
        say.error(`The new code was not taken over: ${error.message}. The old one goes on.`);
      }
    }
    this.isSwapping = false;
  },

  /** Waits until nobody draws, no file is being opened, and no stopped engine is being replaced. */
  async rest() {
    while (pointers.isDown || turtle.isDown || files.isBusy || recovering > 0) await new Promise((done) => setTimeout(done, 50));
  },

  get isBehind() { return Object.keys(this.told.versions).some((name) => this.told.versions[name] !== this.versions[name]); },

  async step() {
    const wanted = this.told.versions, now = this.versions;
    if (wanted.page !== now.page) {
      life.keep();
      autosave.flush();
      await autosave.written;
      if (autosave.isOff && !drawing.isUntouched) {
        now.page = wanted.page;
        return say.error("The page is new, and this browser keeps no copy of the drawing: save it, then load the page again.");
      }
      location.reload();
      // Nothing else is taken over until the page has gone.
      return new Promise(() => {});
    }
    if (wanted.style !== now.style) {
      now.style = wanted.style;
      const sheet = new CSSStyleSheet();
      await sheet.replace(await (await this.fetch("style")).text());
      byID("style").disabled = true;
      document.adoptedStyleSheets = [sheet];
      say.status("The style is new.");
    }
    for (const [name, swap] of [["ink", this.swapInk], ["app", this.swapApp]]) {
      if (wanted[name] === now[name]) continue;
      // Also when it fails: the same module would fail again.
      now[name] = wanted[name];
      const module = await WebAssembly.compile(await (await this.fetch("module/" + name)).arrayBuffer());
      const wasStopped = (name === "ink" ? engine : app).isStopped;
      await swap.call(this, module);
      // What was said of the code before is no longer so.
      if (wasStopped || this.wasRefused) say.close();
      this.wasRefused = false;
      document.documentElement.dataset.swaps = Number(document.documentElement.dataset.swaps ?? 0) + 1;
    }
  },

  async fetch(path) {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`the server has no ${path} (${answer.status})`);
    return answer;
  },

  /** Another engine takes the drawing over, with all that can be undone. */
  async swapInk(module) {
    let failure = null;
    const next = await Engine.start(module, (error) => { failure ? engineTrapped(error) : failure = error; });
    // While the module was on its way a stroke may have begun: it belongs to the old engine until it ends.
    await this.rest();
    let bytes = null;
    const isSwapped = await files.busy(async () => {
      const scale = view.scale;
      // Of an engine that could not be started again there is the last copy.
      bytes = engine.isStopped ? autosave.last ?? await autosave.stored() : engine.save();
      if (recovering > 0) return false;
      next.call.new(1, 1, 1, 0xffffffff | 0);
      if (bytes && next.load(bytes, false, scale) !== 0) throw new Error(next.problem());
      await pictures.supply(next);
      next.call.set_pen_mode(engine.call.pen_mode());
      if (failure) throw failure;
      failure = true;
      engineModule = module;
      engine = next;
      hands.apply();
      drawing.shown(scale);
      return true;
    });
    // The old one stopped while it saved: when it has been replaced, the next turn tries again.
    if (!isSwapped) {
      this.versions.ink = "";
      return;
    }
    if (!bytes && !await files.openBuiltIn()) drawing.blank();
    // A copy that was due while nothing could be kept.
    if (autosave.timer !== 0) autosave.changed();
    say.status(`The drawing engine is new. ${drawing.counted()}`);
  },

  /** Other engines take over the board; what they work out is worked out again. */
  async swapApp(module) {
    let failure = null;
    const next = await AppEngine.start(module, (error) => { failure ? appTrapped(error) : failure = error; });
    // Of an engine that has stopped there is what was kept last.
    const wasStopped = app.isStopped, board = !life.isMade ? null : wasStopped ? session.read("life") : life.state;
    if (board) life.run(false, false);
    const before = app;
    app = next;
    try {
      snowflake.load();
      if (board && !life.bringBack(board)) throw new Error(next.problem());
      if (failure) throw failure;
    } catch (error) {
      app = before;
      if (!wasStopped) {
        snowflake.load();
        if (board) life.bringBack(board);
        this.resume();
      }
      throw error;
    }
    failure = true;
    appModule = module;
    if (life.isMade && !board) life.begin();
    this.resume();
    if (shown.screen === "snowflake") snowflake.redraw();
    if (shown.screen === "gallery") gallery.update();
    say.status("The engines are new.");
  },

  /** Life goes on as it did. */
  resume() {
    if (!life.isMade) return;
    life.speed(false);
    life.changed();
    if (shown.screen === "life" && life.wasRunning) life.run(true, false);
  },
};

parts.push(live);

// A copy of the drawing in the browser, kept shortly after each change and brought back on the next visit, with everything that can
// be undone. Small drawings go to localStorage, which is written at once even while the page is closing; large ones (with
// pictures) to IndexedDB. Either may be missing or full, as on pages from the disk in some browsers: then it is said once.

/** Above this many bytes a drawing goes to IndexedDB. */
const LARGE = 1000000;

const autosave = {
  /** The newest copy, also where the browser keeps nothing: what a stopped engine is started again with. */
  last: null,
  timer: 0,
  isOff: false,

  /** Drawings of different pages must not meet: by the id the page was given, otherwise by its address and what is built in. */
  get key() {
    const { id, digest } = document.body.dataset;
    return `plimsoll-drawing:${id || location.pathname}:${digest}`;
  },

  start() {
    // Hidden is the last that a page on a phone hears.
    addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.flush(); });
    addEventListener("pagehide", () => this.flush());
    addEventListener("storage", (event) => {
      if (event.key !== this.key || this.isShared) return;
      this.isShared = true;
      say.error("This page is open a second time, and what is drawn there replaces the copy kept of this drawing.");
    });
  },

  changed() {
    this.show("…");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 400);
  },

  flush() {
    clearTimeout(this.timer);
    if (this.timer === 0 || engine.isStopped || files.isBusy) return;
    // Not within a stroke: saving takes time that the pen needs.
    if (pointers.isDown && document.visibilityState === "visible") return this.changed();
    this.timer = 0;
    this.last = engine.save();
    this.written = this.keep(this.last);
  },

  async keep(bytes) {
    try {
      if (bytes.length <= LARGE) {
        localStorage.setItem(this.key, new TextDecoder().decode(bytes));
        if (this.wasLarge) await this.database("readwrite", (store) => store.delete(this.key));
        this.wasLarge = false;
      } else {
        await this.database("readwrite", (store) => store.put(bytes, this.key));
        this.wasLarge = true;
        localStorage.removeItem(this.key);
      }
      this.isOff = false;
      this.show("kept in this browser");
    } catch (error) {
      this.show("not kept");
      if (this.isOff) return;
      this.isOff = true;
      const isFull = error && error.name === "QuotaExceededError";
      say.error((isFull ? "The browser has no room left for a copy of this drawing"
        : "This browser keeps no copies for this page") + ": save it before you leave.");
    }
  },

  /** The copy of the last visit. */
  async stored() {
    try {
      const text = localStorage.getItem(this.key);
      if (text) return new TextEncoder().encode(text);
    } catch { /* no storage: the database may be there */ }
    try {
      const bytes = await this.database("readonly", (store) => store.get(this.key));
      this.wasLarge = bytes !== undefined;
      return bytes ?? null;
    } catch {
      return null;
    }
  },

  /** One request to the database. */
  database(mode, request) {
    return new Promise((done, failed) => {
      const opening = indexedDB.open("plimsoll-sketch", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("drawings");
      opening.onerror = () => failed(opening.error);
      opening.onblocked = () => failed(new Error("blocked"));
      opening.onsuccess = () => {
        const base = opening.result, transaction = base.transaction("drawings", mode);
        const asked = request(transaction.objectStore("drawings"));
        transaction.oncomplete = () => { base.close(); done(asked.result); };
        transaction.onabort = transaction.onerror = () => { base.close(); failed(transaction.error); };
      };
    });
  },

  async restore() {
    const bytes = await this.stored();
    if (!bytes) return false;
    const problem = !await files.load(bytes, false, "the copy of your last drawing");
    if (problem) return false;
    this.last = bytes;
    // Nothing was drawn: new paper has the size of the window; a picture that was opened is back without a word.
    if (engine.call.can() === 0) return engine.call.picture_count() > 0;
    this.show("kept in this browser");
    say.notice(`Your last drawing is back: ${plural(engine.call.stroke_count(), "stroke", "strokes")}.`,
      ["Start new", () => drawing.startNew()]);
    return true;
  },

  show(text) {
    byID("kept").textContent = text;
    byID("kept").classList.toggle("bad", text === "not kept");
  },
};

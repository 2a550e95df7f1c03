// Opening and saving: files chosen, dropped or pasted come in, drawings and pictures go out. A file that cannot be opened leaves the
// drawing as it was, and the message says what is wrong with it and where.

const files = {
  /** Whether a file is being opened: then nobody may draw. */
  isBusy: false,

  start() {
    const input = byID("file");
    input.addEventListener("change", async () => {
      const file = input.files[0];
      if (file) await this.open(file);
      input.value = "";
    });
    byID("notice").addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("dragover", (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      // Elsewhere a file would take the place of the page.
      event.preventDefault();
      event.dataTransfer.dropEffect = shown.screen === "draw" ? "copy" : "none";
      if (shown.screen !== "draw") return;
      byID("drop").hidden = false;
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) byID("drop").hidden = true; });
    addEventListener("drop", (event) => {
      byID("drop").hidden = true;
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      if (shown.screen === "draw") this.open(file);
    });
    addEventListener("paste", (event) => {
      const file = event.clipboardData?.files[0];
      if (!file || shown.screen !== "draw" || event.target.closest?.("input")) return;
      event.preventDefault();
      this.open(file);
    });
  },

  choose() { byID("file").click(); },

  /** Opens whatever a file is. */
  async open(file) {
    const name = file.name || "the picture";
    const bytes = new Uint8Array(await file.arrayBuffer());
    const first = bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
    const isSVG = first === 0x3c, isJSON = first === 0x7b;
    const before = drawing.replaced;
    drawing.keepReplaced();
    const done = isSVG || isJSON ? await this.load(bytes, isSVG, name) : await this.openPicture(bytes, name);
    if (!done) {
      drawing.replaced = before;
      return false;
    }
    autosave.changed();
    drawing.offerReplaced(`Opened ${name}.`);
    return true;
  },

  /** A new drawing on a picture. */
  async openPicture(bytes, name) {
    if (bytes.length === 0) return this.refuse(name, "the file is empty");
    return this.busy(async () => {
      let picture;
      try {
        picture = await pictures.prepare(bytes);
      } catch {
        return this.refuse(name, "it is neither a drawing nor a picture that this browser can read");
      }
      const scale = view.plan(picture.width, picture.height);
      engine.lend(picture.bytes, (place, count) => engine.call.new_on_picture(
        place, count, picture.isJPEG ? 1 : 0, picture.width, picture.height, scale));
      pictures.give(engine, 0, picture);
      if (engine.isStopped) return false;
      drawing.wasOpened = true;
      drawing.shown(scale);
      return true;
    });
  },

  /** Loads a saved drawing. */
  async load(bytes, isSVG, name) {
    return this.busy(async () => {
      // At the least scale first: its size is not known before, and its pictures are still missing.
      const problem = engine.load(bytes, isSVG, 1 / 64);
      if (engine.isStopped) return false;
      if (problem !== 0) {
        const offset = engine.call.error_offset();
        const line = bytes.subarray(0, offset).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
        return this.refuse(name, `${engine.problem()} (byte ${offset}, line ${line})`);
      }
      const failed = await pictures.supply(engine);
      const scale = view.plan(engine.width, engine.height);
      engine.call.set_scale(scale);
      if (engine.isStopped) return false;
      drawing.wasOpened = true;
      drawing.shown(scale);
      if (failed > 0) say.error(`A picture in ${name} cannot be read by this browser: the paper is white there.`);
      return true;
    });
  },

  async busy(body) {
    this.isBusy = true;
    byID("stage").setAttribute("aria-busy", "true");
    try {
      return await body();
    } finally {
      this.isBusy = false;
      byID("stage").removeAttribute("aria-busy");
      view.resized();
    }
  },

  refuse(name, why) {
    say.error(`${name} was not opened: ${why}. Your drawing is as it was.`);
    return false;
  },

  /** What the page was made with: a drawing, a picture, or neither. */
  async openBuiltIn() {
    const data = byID("built-in");
    if (!data) return false;
    const bytes = fromBase64(data.textContent.trim()), name = document.title;
    return data.dataset.kind === "drawing"
      ? this.load(bytes, bytes[0] === 0x3c, name) : this.openPicture(bytes, name);
  },

  // MARK: Saving

  saveDrawing() { this.hand(new Blob([engine.save()], { type: "application/json" }), "json"); },

  saveSVG() { this.hand(new Blob([engine.svg()], { type: "image/svg+xml" }), "svg"); },

  async savePicture() {
    try {
      this.hand(await this.picture(), "png");
    } catch (error) {
      say.error(`No picture was saved: ${error.message}.`);
    }
  },

  async copyPicture() {
    try {
      // The promise goes into the item: some browsers want it within the click.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.picture() })]);
      say.status("The picture is in the clipboard.");
    } catch {
      say.error("The browser did not let the page copy. Saving as PNG works.");
    }
  },

  /**
   * The drawing as PNG: on a picture with that picture's pixels, on paper with two pixels a point. A second engine draws it, so that
   * the one on the screen keeps its pixels and what it needs for undo.
   */
  async picture() {
    let failure = null;
    const other = await Engine.start(engineModule, (error) => { failure = error; });
    const scale = Math.min(
      engine.call.picture_count() > 0 ? 1 : 2, view.scaleFor(engine.width, engine.height, 64));
    other.load(engine.save(), false, scale);
    await pictures.supply(other);
    const pixels = other.pixels();
    if (failure || !pixels) throw new Error("the memory did not suffice");
    const canvas = document.createElement("canvas");
    canvas.width = pixels.width;
    canvas.height = pixels.height;
    canvas.getContext("2d").putImageData(pixels, 0, 0);
    return canvasBlob(canvas, "image/png");
  },

  hand(blob, ending) {
    const link = document.createElement("a"), name = `${document.body.dataset.name}.${ending}`;
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    say.status(`Saved as ${name}.`);
  },
};

// The drawing on the screen: how large it is shown, at how many pixels, and bringing changed pixels to the canvas. One pixel of the
// engine is one pixel of the screen: the canvas is as large as the bitmap and its CSS size is that divided by the device's ratio.

/** What one canvas may hold on iOS. Above it the canvas stays blank without an error. */
const MOST_PIXELS = 16777216;

const view = {
  /** Pixels in a point, as the engine draws. */
  scale: 1,
  /** CSS pixels in a point, as the canvas is shown. */
  fit: 1,
  isPainting: false,
  timer: 0,

  get canvas() { return byID("paper"); },
  get context() { return this.pen ??= this.canvas.getContext("2d", { alpha: false }); },

  /** The free area in CSS pixels, with a margin that shows where the paper ends. */
  area() {
    const stage = byID("stage"), margin = Math.min(stage.clientWidth, stage.clientHeight) < 480 ? 8 : 20;
    return {
      width: Math.max(32, Math.floor(stage.clientWidth - 2 * margin)),
      height: Math.max(32, Math.floor(stage.clientHeight - 2 * margin)),
    };
  },

  /** How large a drawing is shown: it fits the area, and small pictures grow to at most three times their size. */
  fitting(width, height) {
    const area = this.area();
    return Math.min(3, area.width / width, area.height / height);
  },

  /** Pixels a point for a drawing that is shown at `fit`. */
  scaleFor(width, height, fit) {
    const wanted = fit * (window.devicePixelRatio || 1);
    const most = Math.min(Math.sqrt(MOST_PIXELS / (width * height)), 16384 / Math.max(width, height));
    let scale = Math.max(1 / 64, Math.min(wanted, most, 64));
    // Rounding up to whole pixels can cross the limit by a row.
    while (Math.ceil(width * scale) * Math.ceil(height * scale) > MOST_PIXELS) scale *= 0.9999;
    return scale;
  },

  /** The scale for a drawing of a size that is about to be shown. */
  plan(width, height) { return this.scaleFor(width, height, this.fitting(width, height)); },

  /** Shows another drawing, or the same at another scale: everything is new. */
  reset(scale) {
    this.scale = scale;
    const width = engine.call.pixel_width(), height = engine.call.pixel_height();
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    engine.takeChanged();
    const pixels = engine.pixels();
    if (pixels) this.context.putImageData(pixels, 0, 0);
    byID("overlay").setAttribute("viewBox", `0 0 ${engine.width} ${engine.height}`);
    byID("size").textContent = `${engine.width} × ${engine.height}`;
    this.place();
  },

  /** Puts the canvas into the middle of the area, on whole pixels of the screen. */
  place() {
    const ratio = window.devicePixelRatio || 1, stage = byID("stage");
    this.fit = this.fitting(engine.width, engine.height);
    const isSharp = Math.abs(this.scaleFor(engine.width, engine.height, this.fit) - this.scale) < 1e-9;
    const byPixels = isSharp && this.scale >= this.fit * ratio - 1e-9;
    const width = byPixels ? this.canvas.width / ratio : engine.width * this.fit;
    const height = byPixels ? this.canvas.height / ratio : engine.height * this.fit;
    const whole = (length) => Math.round(Math.max(0, length) * ratio) / ratio;
    for (const element of [this.canvas, byID("overlay")]) {
      element.style.left = whole((stage.clientWidth - width) / 2) + "px";
      element.style.top = whole((stage.clientHeight - height) / 2) + "px";
      element.style.width = width + "px";
      element.style.height = height + "px";
    }
    return isSharp;
  },

  /**
   * The window has another size, or the page another zoom. A drawing on which nothing was drawn takes the new size; any other
   * keeps its size and is scaled by the browser at once, then drawn sharp by the engine when the hand that pulls has stopped.
   */
  resized() {
    // Another screen is shown: the stage has no size, and the drawing keeps its own.
    if (engine.isStopped || files.isBusy || byID("stage").offsetParent === null) return;
    if (drawing.isUntouched) {
      const area = this.area();
      if (area.width !== engine.width || area.height !== engine.height) drawing.blank();
      else if (!this.place()) this.sharpen();
      return;
    }
    const isSharp = this.place();
    clearTimeout(this.timer);
    if (!isSharp) this.timer = setTimeout(() => this.sharpen(), 120);
  },

  sharpen() {
    // A stroke under the pen would be given up.
    if (pointers.isDown || turtle.isDown) {
      this.timer = setTimeout(() => this.sharpen(), 120);
      return;
    }
    const scale = this.plan(engine.width, engine.height);
    engine.call.set_scale(scale);
    hands.apply();
    this.reset(scale);
  },

  /**
   * Paints what has changed with the next frame. Browsers hand pointer events out just before the frame, so nothing is gained by
   * painting within the event, and several events of a frame are painted once.
   */
  changed() {
    if (this.isPainting) return;
    this.isPainting = true;
    requestAnimationFrame(() => {
      this.isPainting = false;
      this.paint();
    });
  },

  paint() {
    const rect = engine.takeChanged();
    if (!rect) return;
    const pixels = engine.pixels();
    if (pixels) {
      this.context.putImageData(
        pixels, 0, 0, rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
    }
  },

  /** Where an event is in the drawing, in points. */
  point(event) {
    const box = this.box ?? this.canvas.getBoundingClientRect();
    return [
      (event.clientX - box.left) * this.canvas.width / box.width / this.scale,
      (event.clientY - box.top) * this.canvas.height / box.height / this.scale,
    ];
  },

  start() {
    new ResizeObserver(() => this.resized()).observe(byID("stage"));
    addEventListener("resize", () => this.resized());
    // A window that is carried to another screen changes the ratio without a change of size.
    const watch = () => {
      const query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
      query.addEventListener?.("change", () => {
        this.resized();
        watch();
      }, { once: true });
    };
    watch();
  },
};

// The engine of the drawing: what its functions take and give, as values of the page.

/** Doubles of one sample: x, y, time, pressure, tilt x, tilt y. */
const SAMPLE = 6;
/** Samples that fit into the input buffer. */
const SAMPLES = 512;

/** What an event did, as the engine says it (PadOutcome). */
const Outcome = { added: 1, erased: 2, undone: 4, redone: 8, penMode: 16, rolledBack: 32, ignored: 64 };

class Engine extends WasmModule {
  /** @param {WebAssembly.Module} module the compiled engine */
  static async start(module, trapped) {
    return new Engine(await WebAssembly.instantiate(module, {}), "ink_", trapped);
  }

  /**
   * A pointer event. More samples than the buffer holds go in several calls.
   *
   * @param {number} phase 0 down, 1 move, 2 up, 3 cancel
   * @param {number[][]} samples what has happened
   * @param {number[][]} predicted what the browser expects
   */
  pointer(phase, id, device, isEraser, samples, predicted = []) {
    let outcome = 0;
    while (samples.length > SAMPLES) outcome |= this.pointer(phase, id, device, isEraser, samples.splice(0, SAMPLES));
    const ahead = predicted.slice(0, Math.min(16, SAMPLES - samples.length));
    const place = this.call.input();
    if (this.isStopped) return 0;
    new Float64Array(this.memory.buffer, place >>> 0, SAMPLE * SAMPLES).set(samples.concat(ahead).flat());
    return outcome | this.call.pointer(phase, id, device, isEraser ? 1 : 0, samples.length, ahead.length);
  }

  /** Opens a saved drawing; 0, or the number of what is wrong. */
  load(bytes, isSVG, scale) {
    return this.lend(bytes, (place, count) => this.call.load(place, count, isSVG ? 1 : 0, scale));
  }

  /** The drawing as a file, with all that was undone. */
  save() { return this.result(this.call.save()); }

  svg() { return this.result(this.call.svg(1)); }

  /** What is wrong with the last file that was refused, in the engine's words. */
  problem() { return new TextDecoder().decode(this.result(this.call.error_words())); }

  get width() { return this.call.drawing_width(); }
  get height() { return this.call.drawing_height(); }

  /** Left, top, right, bottom of what has changed since the last call; null when nothing has. */
  takeChanged() {
    const place = this.call.take_changed();
    if (this.isStopped) return null;
    const [left, top, right, bottom] = new Int32Array(this.memory.buffer, place >>> 0, 4);
    return right > left && bottom > top ? { left, top, right, bottom } : null;
  }

  /** All pixels, as a view that is good until the next call. */
  pixels() {
    const width = this.call.pixel_width(), height = this.call.pixel_height(), place = this.call.pixels();
    if (this.isStopped) return null;
    return new ImageData(new Uint8ClampedArray(this.memory.buffer, place >>> 0, 4 * width * height), width, height);
  }

  /** The strokes that are there, from the bottom up. */
  strokes() {
    const place = this.call.strokes(), count = this.call.stroke_count();
    const numbers = this.doubles(place, 8 * count), strokes = [];
    for (let at = 0; at < numbers.length; at += 8) {
      const [id, tool, color, width, left, top, right, bottom] = numbers.subarray(at, at + 8);
      strokes.push({ id, tool, color, width, left, top, right, bottom });
    }
    return strokes;
  }

  /** The contours of a stroke's shape, each a list of coordinates. */
  outline(id) {
    const place = this.call.outline(id), numbers = this.doubles(place, this.call.number_count());
    const ends = this.call.outline_ends(), count = this.call.outline_end_count();
    const contours = [];
    let start = 0;
    if (this.isStopped) return contours;
    for (const end of new Int32Array(this.memory.buffer, ends >>> 0, count)) {
      contours.push(numbers.subarray(2 * start, 2 * end));
      start = end;
    }
    return contours;
  }
}

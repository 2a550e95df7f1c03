// The engine: a WebAssembly module whose functions take numbers and places in its memory. This file is the only one that knows
// about memory. A view of it is good until the next call that may allocate: the memory grows and its old buffer is detached, so
// every function here makes its own view after the call. A place above two gigabytes comes as a negative number: hence `>>> 0`.

/** Doubles of one sample: x, y, time, pressure, tilt x, tilt y. */
const SAMPLE = 6;
/** Samples that fit into the input buffer. */
const SAMPLES = 512;

/** What an event did, as the engine says it (PadOutcome). */
const Outcome = { added: 1, erased: 2, undone: 4, redone: 8, penMode: 16, rolledBack: 32, ignored: 64 };

class Engine {
  /**
   * @param {WebAssembly.Module} module the compiled engine
   * @param {function(Error)} trapped told once when the engine has stopped on an error; from then on every call answers 0
   */
  static async start(module, trapped) {
    return new Engine(await WebAssembly.instantiate(module, {}), trapped);
  }

  constructor(instance, trapped) {
    const given = instance.exports;
    this.memory = given.memory;
    this.isStopped = false;
    /** The functions of the module by their names without `ink_`. */
    this.call = {};
    for (const name of Object.keys(given)) {
      const body = given[name];
      if (!name.startsWith("ink_")) continue;
      this.call[name.slice(4)] = (...values) => {
        if (this.isStopped) return 0;
        try {
          return body(...values);
        } catch (error) {
          this.isStopped = true;
          trapped(error);
          return 0;
        }
      };
    }
  }

  /** A copy of some bytes of the memory. */
  bytes(place, count) {
    return this.isStopped ? new Uint8Array(0) : new Uint8Array(this.memory.buffer, place >>> 0, count).slice();
  }

  /** A copy of doubles of the memory. */
  doubles(place, count) {
    return this.isStopped ? new Float64Array(0) : new Float64Array(this.memory.buffer, place >>> 0, count).slice();
  }

  /** The result of the function that returned `place`. */
  result(place) { return this.bytes(place, this.call.result_length()); }

  /** Hands bytes over for the time of a call of `body(place, count)`. */
  lend(bytes, body) {
    const place = this.call.allocate(bytes.length);
    if (this.isStopped) return 0;
    new Uint8Array(this.memory.buffer, place >>> 0, bytes.length).set(bytes);
    const answer = body(place, bytes.length);
    this.call.free(place);
    return answer;
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

/** Compiles the module that the page holds. */
async function compileEngine() {
  return WebAssembly.compile(fromBase64(document.getElementById("engine-module").textContent.trim()));
}

function fromBase64(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

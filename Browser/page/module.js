// A WebAssembly module whose functions take numbers and places in its memory. This file and the engines that rest on it are the only
// ones that know about memory. A view of it is good until the next call that may allocate: the memory grows and its old buffer is
// detached, so every function here makes its own view after the call. A place above two gigabytes comes as a negative number: hence
// `>>> 0`.

class WasmModule {
  /**
   * @param {WebAssembly.Instance} instance a started module
   * @param {string} prefix what the names of its functions begin with
   * @param {function(Error)} trapped told once when the module has stopped on an error; from then on every call answers 0
   */
  constructor(instance, prefix, trapped) {
    const given = instance.exports;
    this.memory = given.memory;
    this.isStopped = false;
    /** The functions of the module by their names without the prefix. */
    this.call = {};
    for (const name of Object.keys(given)) {
      const body = given[name];
      if (!name.startsWith(prefix)) continue;
      this.call[name.slice(prefix.length)] = (...values) => {
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
}

/** Compiles the module that an element of the page holds. */
async function compileModule(id) {
  return WebAssembly.compile(fromBase64(document.getElementById(id).textContent.trim()));
}

function fromBase64(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Parts that a page may have beside the drawing, begun when the drawing is there. */
const parts = [];

/** Which screen is shown; a page for drawing alone has one. */
const shown = { screen: "draw" };

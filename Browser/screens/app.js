// The engines of the other screens: turtle, Life and layout, one module.

class AppEngine extends WasmModule {
  /** @param {WebAssembly.Module} module the compiled engines */
  static async start(module, trapped) {
    return new AppEngine(await WebAssembly.instantiate(module, {}), "app_", trapped);
  }

  text(place) { return new TextDecoder().decode(this.result(place)); }

  /** What is wrong with what was handed over last, in the engine's words. */
  problem() { return this.text(this.call.error_words()); }

  /** Hands text over. */
  lendText(text, body) { return this.lend(new TextEncoder().encode(text), body); }

  /** The numbers of a grid. */
  grid(width, cell, gap, count) {
    const [columns, rows, offset, block, height] = this.doubles(this.call.grid(width, cell, gap, count), 5);
    return { columns, rows, offset, block, height };
  }
}

let app = null;
let appModule = null;

const appScreens = {
  async start() {
    Object.defineProperty(window.plimsollSketch, "app", { get: () => app });
    appModule = await compileModule("app-module");
    app = await AppEngine.start(appModule, appTrapped);
    snowflake.start();
    life.start();
    register.start();
    gallery.start();
    feed.start();
    screens.start();
  },
};

/** The engines have stopped on an error: the screens say it, the drawing is not touched. */
function appTrapped(error) {
  console.warn("plimsoll: the engines stopped:", error);
  life.stopped();
  say.error("The engines of this screen have stopped on an error. Load the page again to start them anew.");
}

parts.push(appScreens);

// Starts the page: the engine, then what was drawn last, then what the page was made with, otherwise white paper.

let engine = null;
/** Compiled once; a stopped engine is started again from it, and a second one draws what is saved. */
let engineModule = null;
/** How often a stopped engine is being replaced: a drawing that stops the next one too is not tried again, nor is white paper. */
let recovering = 0;

/** The engine has stopped on an error. Another one takes over with the last copy of the drawing. */
async function engineTrapped(error) {
  console.warn("plimsoll: the engine stopped:", error);
  pointers.down.clear();
  turtle.isDown = false;
  if (recovering === 2) {
    recovering = 0;
    return say.error("The drawing engine stops as soon as it starts. What was drawn last is kept.");
  }
  const copy = recovering === 0 ? autosave.last : null;
  recovering += 1;
  const next = await Engine.start(engineModule, engineTrapped);
  engine = next;
  const isBack = copy !== null && copy.length > 0 && await files.load(copy, false, "the copy of your drawing");
  if (next.isStopped) return;
  if (!isBack && !await files.openBuiltIn()) drawing.blank();
  if (next.isStopped) return;
  recovering = 0;
  if (!isBack && autosave.last) {
    drawing.replaced = autosave.last;
    drawing.refresh();
    return say.error("The drawing engine stopped on your drawing and has white paper now. Undo tries the drawing again.");
  }
  say.error(isBack ? "The drawing engine had to start again. Your drawing is back as it was last kept."
    : "The drawing engine had to start again, and there was no copy of the drawing yet.");
}

async function start() {
  say.start();
  try {
    engineModule = await compileModule("engine-module");
    engine = await Engine.start(engineModule, engineTrapped);
  } catch (error) {
    byID("stage").setAttribute("aria-busy", "false");
    return say.error(`This browser cannot run the drawing engine (${error.message}). A newer one can.`);
  }
  hands.restore();
  hands.apply();
  engine.call.new(1, 1, 1, 0xffffffff | 0);
  view.start();
  toolbar.start();
  menu.start();
  files.start();
  strokeList.start();
  turtle.start();
  shortcuts.start();
  if (!await autosave.restore() && !await files.openBuiltIn()) drawing.blank();
  pointers.start();
  autosave.start();
  for (const part of parts) await part.start();
  document.documentElement.dataset.state = "ready";
}

start();

/** For scripts that drive the page from outside. */
window.plimsollSketch = {
  get engine() { return engine; },
  get drawing() { return new TextDecoder().decode(engine.save()); },
  open: (bytes, name) => files.open(new File([bytes], name)),
  flush: () => autosave.flush(),
};

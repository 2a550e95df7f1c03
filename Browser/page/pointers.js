// Mice, fingers and pens on the canvas. Whose turn it is (palms, taps of two fingers, pen mode) the engine decides; this file
// hands over every sample that the browser has, and keeps the browser from doing anything else with the touches.

const DEVICES = { touch: 0, pen: 1, mouse: 2 };

const pointers = {
  /** The pointers that are down, with how many strokes there were. */
  down: new Map(),
  /** Whether the user has said that fingers draw beside the pen. */
  fingersDraw: false,

  get isDown() { return this.down.size > 0; },

  start() {
    const canvas = byID("paper");
    const on = (name, body) => canvas.addEventListener(name, (event) => body.call(this, event));
    on("pointerdown", this.began);
    on("pointermove", this.moved);
    on("pointerup", this.ended);
    on("pointercancel", this.cancelled);
    // Captures can be lost without a word, as when a dialog of the system comes up.
    on("lostpointercapture", this.cancelled);
    on("pointerleave", () => { byID("ring").hidden = true; });
    on("contextmenu", (event) => event.preventDefault());
    on("dragstart", (event) => event.preventDefault());
    on("selectstart", (event) => event.preventDefault());
    // Without these Scribble of iPadOS takes short strokes for handwriting, and a long press opens the magnifier.
    for (const name of ["touchstart", "touchmove"]) {
      canvas.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    }
    byID("finger").addEventListener("click", () => this.toggleFingers());
  },

  sample(event) {
    const [x, y] = view.point(event);
    return [x, y, event.timeStamp, event.pressure, event.tiltX || 0, event.tiltY || 0];
  },

  device: (event) => DEVICES[event.pointerType] ?? 2,

  began(event) {
    if (files.isBusy || (event.pointerType === "mouse" && event.button !== 0)) return;
    turtle.hide();
    byID("hint").hidden = true;
    say.hush();
    this.ring(event);
    byID("paper").focus({ preventScroll: true });
    try { byID("paper").setPointerCapture(event.pointerId); } catch { /* it is gone already: a cancel follows */ }
    const before = engine.call.stroke_count();
    this.down.set(event.pointerId, before);
    // Button 5, bit 32: the other end of the pen.
    const isEraser = event.button === 5 || (event.buttons & 32) !== 0;
    this.hand(event, 0, isEraser, [this.sample(event)], []);
  },

  moved(event) {
    this.ring(event);
    if (!this.down.has(event.pointerId)) return;
    // Firefox on Android has the function but no list; then the event is the only sample.
    const all = event.getCoalescedEvents?.() ?? [];
    const samples = (all.length > 0 ? all : [event]).map((one) => this.sample(one));
    const predicted = (event.getPredictedEvents?.() ?? []).map((one) => this.sample(one));
    this.hand(event, 1, false, samples, predicted);
  },

  ended(event) {
    if (!this.down.has(event.pointerId)) return;
    this.hand(event, 2, false, [this.sample(event)], []);
    this.down.delete(event.pointerId);
  },

  cancelled(event) {
    if (!this.down.has(event.pointerId)) return;
    this.hand(event, 3, false, [], []);
    this.down.delete(event.pointerId);
  },

  /** Gives up what is under the pointers, which are not listened to until they come down again. */
  giveUp() {
    engine.call.cancel_all();
    this.down.clear();
    view.changed();
    say.status("The stroke was given up.");
  },

  hand(event, phase, isEraser, samples, predicted) {
    const before = this.down.get(event.pointerId);
    const outcome = engine.pointer(phase, event.pointerId | 0, this.device(event), isEraser, samples, predicted);
    drawing.came(outcome, before);
  },

  /** A pen has come. Fingers no longer draw, unless the user has asked for both. */
  penCame() {
    byID("hand").hidden = false;
    if (this.fingersDraw) engine.call.set_pen_mode(0);
    else say.status("A pen: from now on fingers do not draw. “Draw with finger” changes that.");
    this.showFingers();
  },

  toggleFingers() {
    this.fingersDraw = engine.call.pen_mode() !== 0;
    engine.call.set_pen_mode(this.fingersDraw ? 0 : 1);
    this.showFingers();
    say.status(this.fingersDraw ? "Fingers draw as well as the pen." : "Only the pen draws.");
  },

  showFingers() { byID("finger").setAttribute("aria-pressed", String(engine.call.pen_mode() === 0)); },

  /** A ring as large as the tool follows mice and pens. */
  ring(event) {
    const ring = byID("ring"), size = Math.max(4, hands.width * view.fit);
    ring.hidden = event.pointerType === "touch" || (hands.tool === "pen" && size < 8);
    if (ring.hidden) return;
    const stage = byID("stage").getBoundingClientRect();
    ring.style.width = ring.style.height = size + "px";
    ring.style.transform =
      `translate(${event.clientX - stage.left - size / 2}px, ${event.clientY - stage.top - size / 2}px)`;
  },
};

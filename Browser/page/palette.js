// What one can draw with: tools, colours and widths, all with names. The buttons for them stand in the page's markup; this file says
// what they mean, and remembers each tool's own colour and width.

/** Colours as 0xRRGGBBAA. Each pen colour but white keeps 3:1 on white; white is for dark pictures. */
const PEN_COLORS = {
  black: 0x1d1d1fff, grey: 0x6b7280ff, red: 0xd3222aff, orange: 0xd4600aff, green: 0x1b7f3bff, blue: 0x1560d4ff,
  purple: 0x8430bdff, white: 0xffffffff,
};
/** A highlighter multiplies: these are light enough for black text to stay readable below them. */
const HIGHLIGHTER_COLORS = {
  yellow: 0xffe838ff, green: 0xa8f06eff, blue: 0x8fd8ffff, pink: 0xffa3d1ff, orange: 0xffc46bff, purple: 0xd8b8ffff,
};
/** Widths in points, from very fine to very broad. */
const WIDTHS = { pen: [1.5, 2.5, 4, 8, 16], highlighter: [8, 14, 20, 32, 48], eraser: [8, 16, 28, 48, 80] };
const WIDTH_NAMES = ["very fine", "fine", "medium", "broad", "very broad"];

const hands = {
  /** pen, highlighter or eraser. */
  tool: "pen",
  /** Whether the eraser takes whole strokes or pixels. */
  eraser: "strokes",
  colors: { pen: "black", highlighter: "yellow" },
  widths: { pen: 2, highlighter: 2, eraser: 1 },
  /** A drawing on a large picture has more points than the screen has: its pens are wider by this. */
  factor: 1,

  /** The width in points. */
  get width() { return Math.round(WIDTHS[this.tool][this.widths[this.tool]] * this.factor * 2) / 2; },
  get color() {
    return this.tool === "highlighter" ? HIGHLIGHTER_COLORS[this.colors.highlighter] : PEN_COLORS[this.colors.pen];
  },
  /** Tells the engine. */
  apply() {
    const kind = this.tool === "pen" ? 0 : this.tool === "highlighter" ? 1 : this.eraser === "pixels" ? 2 : 3;
    engine.call.set_tool(kind, this.color | 0, Math.round(this.width * 100));
  },
  /**
   * Fits the widths to the drawing: a picture that is shown smaller on a usual screen gets wider pens, by as much. By its size
   * alone, so that they stay when the window changes.
   */
  fit() {
    const smaller = Math.max(1, engine.width / 1280, engine.height / 700);
    this.factor = engine.call.picture_count() > 0 ? Math.round(smaller * 2) / 2 : 1;
    this.apply();
  },
  restore() {
    const kept = settings.read("hands");
    if (!kept) return;
    if (kept.tool in WIDTHS) this.tool = kept.tool;
    if (kept.eraser === "pixels") this.eraser = "pixels";
    if (kept.colors && kept.colors.pen in PEN_COLORS) this.colors.pen = kept.colors.pen;
    if (kept.colors && kept.colors.highlighter in HIGHLIGHTER_COLORS) this.colors.highlighter = kept.colors.highlighter;
    for (const tool of Object.keys(WIDTHS)) {
      const width = kept.widths && kept.widths[tool];
      if (Number.isInteger(width) && width >= 0 && width < WIDTH_NAMES.length) this.widths[tool] = width;
    }
  },
  keep() {
    settings.write("hands", { tool: this.tool, eraser: this.eraser, colors: this.colors, widths: this.widths });
  },
};

/** Small choices that outlive the page, where the browser lets it keep anything. */
const settings = {
  read(name) {
    try { return JSON.parse(localStorage.getItem("plimsoll-sketch-" + name)); } catch { return null; }
  },
  write(name, value) {
    try { localStorage.setItem("plimsoll-sketch-" + name, JSON.stringify(value)); } catch { /* then it is asked again */ }
  },
};

const cssColor = (rgba) => "#" + (rgba >>> 8).toString(16).padStart(6, "0");

/** The name of a colour that a stroke has: the palette's, or the nearest one's. */
function colorName(rgba, tool) {
  const palette = tool === 1 ? HIGHLIGHTER_COLORS : PEN_COLORS;
  const parts = (color) => [color >>> 24 & 255, color >>> 16 & 255, color >>> 8 & 255];
  let best = "", least = Infinity;
  for (const [name, color] of Object.entries(palette)) {
    const far = parts(color).reduce((sum, part, at) => sum + (part - parts(rgba)[at]) ** 2, 0);
    if (far < least) [best, least] = [name, far];
  }
  return least === 0 ? best : "close to " + best;
}

/** 4 points, 1 point, 2.5 points. */
const points = (number) => (Math.round(number * 10) / 10) + (number === 1 ? " point" : " points");
const plural = (count, one, many) => count + " " + (count === 1 ? one : many);

// The Snowflake screen: a figure of the turtle's at a level, drawn as the level is typed. The engine gives the points piece by piece,
// and each frame draws as many as fit into it, so that deep levels neither hold up the page nor need memory.

/** The most segments that are drawn here. */
const MOST_SEGMENTS = 1000000;

const snowflake = {
  /** Which drawing is under way; an older one stops when it sees another number. */
  turn: 0,
  figures: [],

  start() {
    const select = byID("snowflake-figure");
    this.figures = [...document.querySelectorAll("script.figure")].map((item) => ({
      id: item.dataset.figure, text: item.textContent, name: item.textContent.match(/^name:\s*(.+)$/m)?.[1] ?? item.dataset.figure,
    }));
    // The one that the screen is named after comes first.
    this.figures.sort((a, b) => (b.id === "snowflake") - (a.id === "snowflake"));
    for (const figure of this.figures) select.append(new Option(figure.name, figure.id));
    const kept = session.read("snowflake");
    if (kept && this.figures.some((figure) => figure.id === kept.figure)) {
      select.value = kept.figure;
      byID("snowflake-level").value = kept.level;
    }
    select.addEventListener("change", () => {
      this.load();
      this.redraw();
    });
    byID("snowflake-level").addEventListener("input", () => this.redraw());
    byID("snowflake-level").addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.step(step);
    });
    byID("snowflake-form").addEventListener("submit", (event) => event.preventDefault());
    byID("snowflake-less").addEventListener("click", () => this.step(-1));
    byID("snowflake-more").addEventListener("click", () => this.step(1));
    new ResizeObserver(() => { if (shown.screen === "snowflake") this.resized(); }).observe(byID("snowflake-frame"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      if (shown.screen === "snowflake") this.redraw();
    });
    this.load();
  },

  get figure() { return this.figures.find((figure) => figure.id === byID("snowflake-figure").value) ?? this.figures[0]; },

  /** Hands the figure to the engine, and finds its deepest level. */
  load() {
    const wrong = app.lendText(this.figure.text, app.call.turtle_load);
    this.deepest = -1;
    if (wrong) return say.error(`${this.figure.name}: ${app.problem()}`);
    while (this.deepest < 60 && app.call.turtle_segments(this.deepest + 1) <= MOST_SEGMENTS) this.deepest += 1;
    byID("snowflake-hint").textContent = `0 to ${this.deepest}`;
  },

  enter() { this.redraw(); },

  step(by) {
    const field = byID("snowflake-level"), now = this.level(field.value);
    const from = now.level ?? 0;
    field.value = Math.min(Math.max(from + by, 0), this.deepest);
    this.redraw();
    say.status(byID("snowflake-canvas").getAttribute("aria-label"));
  },

  /** What was typed as a level, or why it is none. */
  level(text) {
    const typed = text.trim();
    if (typed === "") return { problem: "Type a level: a whole number." };
    if (!/^\d+$/.test(typed)) return { problem: `“${typed}” is no level: a level is a whole number from 0 to ${this.deepest}.` };
    const level = Number(typed);
    if (level > this.deepest) {
      const count = app.call.turtle_segments(Math.min(level, 1000));
      const many = Number.isFinite(count) && count < 1e15 ? `${grouped(count)} segments` : "more segments than can be counted";
      return { problem: `Level ${typed} is too deep: it has ${many}. The deepest level here is ${this.deepest}.` };
    }
    return { level };
  },

  redraw() {
    const field = byID("snowflake-level"), { level, problem: wrong } = this.level(field.value);
    problem(field, wrong ?? "");
    if (level === undefined) return;
    session.write("snowflake", { figure: this.figure.id, level });
    this.draw(level);
  },

  resized() {
    const canvas = byID("snowflake-canvas"), ratio = devicePixelRatio || 1;
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth > 0 && (canvas.width !== Math.round(clientWidth * ratio) || canvas.height !== Math.round(clientHeight * ratio))) {
      this.redraw();
    }
  },

  draw(level) {
    const canvas = byID("snowflake-canvas"), ratio = devicePixelRatio || 1, turn = ++this.turn;
    const width = canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const count = app.call.turtle_segments(level);
    const bounds = app.doubles(app.call.turtle_begin(level), 4);
    const name = `${this.figure.name}, level ${level}, ${grouped(count)} ${count === 1 ? "segment" : "segments"}`;
    canvas.setAttribute("aria-label", name);
    canvas.dataset.state = "drawing";
    byID("snowflake-facts").textContent = name + ".";
    const margin = 8 * ratio, across = Math.max(bounds[2] - bounds[0], 1e-9), down = Math.max(bounds[3] - bounds[1], 1e-9);
    const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down);
    const left = (width - across * scale) / 2 - bounds[0] * scale, top = (height - down * scale) / 2 - bounds[1] * scale;
    const pen = canvas.getContext("2d");
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = Math.max(0.7, Math.min(1.6, 3 - level * 0.3)) * ratio;
    pen.lineJoin = pen.lineCap = "round";
    // The turtle's first place.
    let last = [left, top];
    const piece = () => {
      if (turn !== this.turn || app.isStopped) return;
      const until = performance.now() + 8;
      let got = 1;
      while (got > 0 && performance.now() < until) {
        got = app.call.turtle_next(4096);
        // Three numbers a point: where, and whether the pen was down on the way.
        const points = app.doubles(app.call.turtle_points(), 3 * got);
        pen.beginPath();
        pen.moveTo(...last);
        for (let at = 0; at < points.length; at += 3) {
          const x = points[at] * scale + left, y = points[at + 1] * scale + top;
          if (points[at + 2] === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
          last = [x, y];
        }
        pen.stroke();
      }
      if (got > 0) requestAnimationFrame(piece);
      else canvas.dataset.state = "done";
    };
    piece();
  },
};

// The Life screen: a board whose edges meet, run by the engine's runner. The page is the runner's clock: it tells the time, and calls
// again when the runner wants to be woken.

/** Generations a second, by the steps of the slider. */
const SPEEDS = [1, 2, 5, 10, 20, 30, 60];

const life = {
  columns: 96,
  rows: 60,
  /** The cell of the keyboard. */
  at: [0, 0],
  isRunning: false,
  /** The rule of the board: the field may hold one that was refused. */
  ruleText: "B3/S23",
  /** Whether it was running when another screen came. */
  wasRunning: false,
  timer: 0,

  start() {
    const select = byID("life-pattern");
    for (const [id, name] of PATTERNS) select.append(new Option(name, id));
    const on = (id, event, body) => byID(id).addEventListener(event, body);
    on("life-run", "click", () => this.toggle());
    on("life-advance", "click", () => this.advance());
    on("life-random", "click", () => this.random());
    on("life-clear", "click", () => this.clear());
    on("life-speed", "input", () => this.speed());
    on("life-rule", "change", () => this.rule());
    select.addEventListener("change", () => this.pattern());
    const board = byID("life-board");
    board.addEventListener("keydown", (event) => this.pressed(event));
    board.addEventListener("focus", () => this.paint());
    board.addEventListener("blur", () => this.paint());
    this.pointers(board);
    new ResizeObserver(() => this.fit()).observe(byID("life-frame"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    addEventListener("pagehide", () => this.keep());
  },

  /** The first time the board is made: as many cells as the window has room for, and a pattern that begins to move at once. */
  enter() {
    if (!this.isMade) {
      this.isMade = true;
      if (innerWidth < 600) [this.columns, this.rows] = [48, 48];
      const kept = session.read("life");
      if (kept) for (const name of ["rule", "speed", "pattern"]) byID("life-" + name).value = kept[name];
      if (!kept || !this.bringBack(kept)) {
        this.begin();
        this.wasRunning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
      }
      this.at = [this.columns >> 1, this.rows >> 1];
      this.speed(false);
    }
    this.fit();
    if (this.wasRunning) this.run(true, false);
    this.changed();
  },

  /** A new board with the pattern that is chosen. */
  begin() {
    app.call.life_new(this.columns, this.rows);
    this.pattern(false);
  },

  leave() {
    this.wasRunning = this.isRunning;
    this.run(false, false);
    this.keep();
  },

  // MARK: What is kept

  /** The board as it is, for a page that is loaded again or an engine that is exchanged. */
  get state() {
    return {
      columns: this.columns, rows: this.rows, cells: app.text(app.call.life_save()), rule: this.ruleText,
      generation: app.call.life_generation(), speed: byID("life-speed").value, pattern: byID("life-pattern").value,
      runs: shown.screen === "life" ? this.isRunning : this.wasRunning,
    };
  },

  keep() { if (this.isMade && !app.isStopped) session.write("life", this.state); },

  bringBack(kept) {
    this.columns = kept.columns;
    this.rows = kept.rows;
    app.call.life_new(this.columns, this.rows);
    this.ruleText = kept.rule;
    const isRead = app.lendText(kept.rule, app.call.life_rule) === 0 && app.lendText(kept.cells, app.call.life_restore) === 0;
    app.call.life_set_generation(isRead ? kept.generation : 0);
    this.wasRunning = kept.runs;
    return isRead;
  },

  // MARK: Running

  /** The time of this page, in milliseconds. */
  get now() { return performance.now(); },

  run(isOn, isTold = true) {
    if (isOn === this.isRunning || app.isStopped) return;
    this.isRunning = isOn;
    byID("life-run").textContent = isOn ? "Stop" : "Start";
    clearTimeout(this.timer);
    if (isOn) this.wake(app.call.life_start(this.now));
    else app.call.life_stop();
    if (isTold) say.status(isOn ? "Running." : `Stopped. ${this.counted()}`);
  },

  /** Sleeps until the runner wants to be woken; -1 is never. */
  wake(wait) {
    clearTimeout(this.timer);
    if (wait >= 0) this.timer = setTimeout(() => this.turn(), wait);
  },

  turn() {
    if (!this.isRunning) return;
    const wait = app.call.life_turn(this.now);
    this.changed();
    this.wake(wait);
  },

  stopped() {
    clearTimeout(this.timer);
    this.isRunning = false;
    byID("life-run").textContent = "Start";
  },

  toggle() { this.run(!this.isRunning); },

  advance() {
    app.call.life_advance();
    this.changed();
    say.status(this.counted());
  },

  clear() {
    this.run(false, false);
    app.call.life_clear();
    this.changed();
    say.status("The board is empty.");
  },

  random() {
    app.call.life_random(Math.floor(Math.random() * 0x7fffffff));
    this.changed();
    say.status(`Filled at random. ${this.counted()}`);
  },

  pattern(isTold = true) {
    const [, name, cells] = PATTERNS.find(([id]) => id === byID("life-pattern").value);
    if (app.lendText(cells, app.call.life_load) !== 0) return say.error(`${name}: ${app.problem()}`);
    this.changed();
    if (isTold) say.status(`${name}. ${this.counted()}`);
  },

  rule() {
    const field = byID("life-rule"), wrong = app.lendText(field.value, app.call.life_rule) !== 0;
    problem(field, wrong ? `“${field.value}” is no rule: ${app.problem()}.` : "");
    if (wrong) return;
    this.ruleText = field.value;
    say.status(`Rule ${field.value}.`);
  },

  speed(isTold = true) {
    const rate = SPEEDS[Number(byID("life-speed").value)];
    byID("life-speed-text").textContent = `${rate} a second`;
    byID("life-speed").setAttribute("aria-valuetext", `${rate} generations a second`);
    const wait = app.call.life_interval(1000 / rate, this.now);
    if (this.isRunning) this.wake(wait);
    if (isTold) this.keep();
  },

  counted() { return `Generation ${grouped(app.call.life_generation())}, ${grouped(app.call.life_population())} alive.`; },

  // MARK: Seeing

  fit() {
    if (!this.isMade || shown.screen !== "life") return;
    const board = byID("life-board"), ratio = devicePixelRatio || 1;
    const room = byID("life-frame").clientWidth - 24, screen = byID("screen-life");
    // As high as can be seen without scrolling, unless that would be too small to hit a cell.
    const high = screen.clientHeight - (board.getBoundingClientRect().top - screen.getBoundingClientRect().top + screen.scrollTop) - 96;
    this.cell = Math.max(1, Math.floor(Math.min(room / this.columns, Math.max(high / this.rows, 6), 14) * ratio));
    board.width = this.columns * this.cell;
    board.height = this.rows * this.cell;
    board.style.width = board.width / ratio + "px";
    board.style.height = board.height / ratio + "px";
    byID("life-size").textContent = `${this.columns} × ${this.rows}`;
    this.paint();
  },

  changed() {
    byID("life-generation").textContent = grouped(app.call.life_generation());
    byID("life-population").textContent = grouped(app.call.life_population());
    this.paint();
  },

  paint() {
    const board = byID("life-board"), { cell, columns, rows } = this;
    if (!this.isMade || !cell || app.isStopped) return;
    const cells = app.bytes(app.call.life_cells(), columns * rows);
    const pen = board.getContext("2d"), style = getComputedStyle(board), gap = cell >= 5 ? 1 : 0;
    pen.fillStyle = style.getPropertyValue("--board");
    pen.fillRect(0, 0, board.width, board.height);
    if (gap > 0) {
      pen.fillStyle = style.getPropertyValue("--grid");
      for (let x = 1; x < columns; x++) pen.fillRect(x * cell, 0, 1, board.height);
      for (let y = 1; y < rows; y++) pen.fillRect(0, y * cell, board.width, 1);
    }
    pen.fillStyle = style.getPropertyValue("--alive");
    for (let at = 0; at < cells.length; at++) {
      if (cells[at]) pen.fillRect(at % columns * cell + gap, Math.floor(at / columns) * cell + gap, cell - gap, cell - gap);
    }
    if (document.activeElement !== board || document.documentElement.dataset.input !== "keys") return;
    pen.strokeStyle = style.getPropertyValue("--mark");
    pen.lineWidth = Math.max(2, cell / 5);
    pen.strokeRect(this.at[0] * cell, this.at[1] * cell, cell + gap, cell + gap);
  },

  // MARK: Hands

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      // The board is round: who leaves it comes back at the other side.
      this.at = [(this.at[0] + way[0] + this.columns) % this.columns, (this.at[1] + way[1] + this.rows) % this.rows];
      this.paint();
      this.tell();
    } else if (event.key === " ") {
      this.set(this.at, !this.isAlive(this.at));
      this.tell();
    } else if (event.key === "Enter") this.toggle();
    else if (event.key === ".") this.advance();
    else return;
    event.preventDefault();
  },

  isAlive: ([x, y]) => app.call.life_get(x, y) !== 0,

  set([x, y], isAlive) {
    app.call.life_set(x, y, isAlive ? 1 : 0);
    this.changed();
  },

  tell() { say.status(`Column ${this.at[0] + 1}, row ${this.at[1] + 1}, ${this.isAlive(this.at) ? "alive" : "dead"}.`); },

  /** A press sets a cell or takes it away, and goes on doing the same while it is drawn over the board. */
  pointers(board) {
    let brush = null, last = null;
    const place = (event) => {
      const box = board.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left) * this.columns / box.width);
      const y = Math.floor((event.clientY - box.top) * this.rows / box.height);
      return [Math.min(Math.max(x, 0), this.columns - 1), Math.min(Math.max(y, 0), this.rows - 1)];
    };
    board.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      board.setPointerCapture(event.pointerId);
      last = place(event);
      brush = !this.isAlive(last);
      this.at = last;
      this.set(last, brush);
    });
    board.addEventListener("pointermove", (event) => {
      if (brush === null) return;
      const next = place(event), steps = Math.max(Math.abs(next[0] - last[0]), Math.abs(next[1] - last[1]));
      for (let step = 1; step <= steps; step++) {
        const part = step / steps;
        app.call.life_set(
          Math.round(last[0] + (next[0] - last[0]) * part), Math.round(last[1] + (next[1] - last[1]) * part), brush ? 1 : 0);
      }
      if (steps > 0) this.changed();
      last = next;
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      board.addEventListener(name, () => {
        if (brush !== null) say.status(this.counted());
        brush = null;
      });
    }
  },
};

// The Gallery screen: squares of one size in as many columns as fit, the columns in the middle. The browser lays the grid out; the
// line above it and the arrow keys go by the numbers of the layout law.

const gallery = {
  start() {
    const kept = session.read("gallery");
    if (kept) {
      byID("gallery-count").value = kept.count;
      byID("gallery-cell").value = kept.cell;
      byID("gallery-gap").value = kept.gap;
      byID("gallery-rtl").checked = kept.rtl;
    }
    byID("gallery-form").addEventListener("submit", (event) => event.preventDefault());
    byID("gallery-form").addEventListener("input", () => this.update());
    byID("gallery-form").addEventListener("change", () => say.status(byID("gallery-law").textContent));
    new ResizeObserver(() => { if (shown.screen === "gallery") this.tell(); }).observe(byID("gallery-frame"));
    // One item is the stop of the Tab key; arrow keys go on from it.
    byID("gallery-grid").addEventListener("keydown", (event) => this.pressed(event));
    byID("gallery-grid").addEventListener("click", (event) => {
      const item = event.target.closest("button");
      if (item) this.choose(item);
    });
  },

  enter() { this.update(); },

  get cell() { return Number(byID("gallery-cell").value); },
  get gap() { return Number(byID("gallery-gap").value); },
  get items() { return [...byID("gallery-grid").querySelectorAll("button")]; },

  /** The count that was typed, or what is wrong with it. */
  count() {
    const field = byID("gallery-count");
    if (field.validity.badInput || field.value.trim() === "") return { problem: "Type how many items: a whole number." };
    const count = Number(field.value);
    if (!Number.isInteger(count)) return { problem: `${field.value} is no whole number.` };
    if (count < 0 || count > 200) return { problem: `${field.value} items are not shown here: 0 to 200 are.` };
    return { count };
  },

  update() {
    const { count, problem: wrong } = this.count();
    problem(byID("gallery-count"), wrong ?? "");
    write(byID("gallery-cell-text"), `${this.cell} px`);
    write(byID("gallery-gap-text"), `${this.gap} px`);
    const grid = byID("gallery-grid");
    grid.style.setProperty("--cell", this.cell + "px");
    grid.style.setProperty("--gap", this.gap + "px");
    grid.dir = byID("gallery-rtl").checked ? "rtl" : "ltr";
    if (count !== undefined) {
      while (grid.children.length > count) grid.lastElementChild.remove();
      while (grid.children.length < count) grid.append(this.item(grid.children.length + 1));
      byID("gallery-empty").hidden = count > 0;
      session.write("gallery", { count, cell: this.cell, gap: this.gap, rtl: byID("gallery-rtl").checked });
    }
    const items = this.items;
    if (items.length > 0 && !items.some((item) => item.tabIndex === 0)) items[0].tabIndex = 0;
    this.tell();
  },

  item(number) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.id = `gallery-item-${number}`;
    button.textContent = number;
    button.tabIndex = -1;
    button.setAttribute("aria-label", `Item ${number}`);
    button.setAttribute("aria-pressed", "false");
    button.style.setProperty("--hue", number * 47 % 360);
    item.append(button);
    return item;
  },

  /** The numbers of the law for the width there is. */
  tell() {
    const grid = byID("gallery-grid"), width = grid.clientWidth, count = grid.children.length;
    if (width === 0) return;
    const law = app.grid(width, this.cell, this.gap, count);
    const px = (number) => `${Math.round(number * 100) / 100} px`;
    byID("gallery-law").textContent = `${plural(law.columns, "column", "columns")} in ${px(width)}, ${px(law.offset)} at each side, `
      + `${plural(law.rows, "row", "rows")}.`;
  },

  choose(item) {
    const isOn = item.getAttribute("aria-pressed") !== "true";
    item.setAttribute("aria-pressed", String(isOn));
    this.stop(item);
    const many = this.items.filter((other) => other.getAttribute("aria-pressed") === "true").length;
    say.status(`${item.getAttribute("aria-label")} ${isOn ? "chosen" : "no longer chosen"}, ${many} in all.`);
  },

  stop(item) {
    for (const other of this.items) other.tabIndex = other === item ? 0 : -1;
  },

  pressed(event) {
    const items = this.items, at = items.indexOf(event.target);
    if (at < 0) return;
    const columns = app.grid(byID("gallery-grid").clientWidth, this.cell, this.gap, items.length).columns;
    const ahead = byID("gallery-grid").dir === "rtl" ? -1 : 1;
    const next = {
      ArrowRight: at + ahead, ArrowLeft: at - ahead, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: items.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0 || next >= items.length) return;
    this.stop(items[next]);
    items[next].focus();
  },
};

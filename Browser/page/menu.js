// The menu of the ways to save, as the ARIA Authoring Practices have menu buttons.

const menu = {
  get box() { return byID("save-menu"); },
  get items() { return [...this.box.querySelectorAll("[role=menuitem]")].filter((item) => !item.hidden); },
  get isOpen() { return !this.box.hidden; },

  start() {
    byID("save").addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      event.stopPropagation();
      this.open(event.key === "ArrowUp");
    });
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("click", (event) => {
      const item = event.target.closest("[role=menuitem]");
      if (!item) return;
      this.close(true);
      ({ "save-png": () => files.savePicture(), "save-svg": () => files.saveSVG(), "save-json": () => files.saveDrawing(),
        "copy-png": () => files.copyPicture() })[item.id]?.();
    });
    addEventListener("pointerdown", (event) => {
      if (this.isOpen && !event.target.closest("#save-menu, #save")) this.close(false);
    }, true);
    addEventListener("resize", () => { if (this.isOpen) this.close(false); });
    // The clipboard takes pictures only from pages that the browser trusts.
    byID("copy-png").hidden = !(window.ClipboardItem && navigator.clipboard?.write);
  },

  toggle() { if (this.isOpen) this.close(true); else this.open(false); },

  open(atEnd) {
    const box = this.box, button = byID("save").getBoundingClientRect();
    box.hidden = false;
    box.style.top = button.bottom + 6 + "px";
    box.style.left = Math.max(8, Math.min(button.left, innerWidth - box.offsetWidth - 8)) + "px";
    byID("save").setAttribute("aria-expanded", "true");
    const items = this.items;
    items[atEnd ? items.length - 1 : 0].focus();
  },

  close(returnsFocus) {
    this.box.hidden = true;
    byID("save").setAttribute("aria-expanded", "false");
    if (returnsFocus) byID("save").focus();
  },

  pressed(event) {
    const items = this.items, at = items.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) items[(next + items.length) % items.length].focus();
    else if (event.key === "Escape") this.close(true);
    else if (event.key === "Tab") return this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
};

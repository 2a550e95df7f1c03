// The screens of the sample app: one page, one screen at a time, named by the address behind `#/`. What is on a screen stays as it is
// while another one is shown.

const SCREENS = { draw: "Draw", snowflake: "Snowflake", life: "Life", register: "Register", gallery: "Gallery", feed: "Feed" };

const screens = {
  title: document.title,

  start() {
    addEventListener("hashchange", () => this.show(true));
    byID("skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.heading(shown.screen).focus();
    });
    this.show(false);
  },

  /** The screen that the address names. */
  get wanted() {
    const name = location.hash.replace(/^#\/?/, "").split("?")[0] || "draw";
    if (Object.hasOwn(SCREENS, name)) return name;
    say.error(`There is no screen “${name}”. The screens are named at the top.`);
    return "draw";
  },

  heading: (name) => byID(name === "draw" ? "title" : name + "-title"),

  /** Shows the screen of the address. Whoever went there has the focus on its heading, so that a reader says where one is. */
  show(wasAsked) {
    if (wasAsked) say.hush();
    const name = this.wanted, before = shown.screen;
    if (name !== before) this.members[before]?.leave?.();
    shown.screen = name;
    document.body.dataset.screen = name;
    for (const other of Object.keys(SCREENS)) {
      const link = byID("nav-" + other), isHere = other === name;
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
      if (other !== "draw") byID("screen-" + other).hidden = !isHere;
    }
    for (const id of ["top", "work", "facts"]) byID(id).hidden = name !== "draw";
    document.title = name === "draw" ? this.title : `${SCREENS[name]} · ${this.title}`;
    byID("nav-" + name).scrollIntoView({ block: "nearest", inline: "nearest" });
    if (name !== before || !wasAsked) this.members[name]?.enter?.();
    if (!wasAsked) return;
    // The heading says where one is.
    byID("status").textContent = "";
    this.heading(name).focus({ preventScroll: true });
  },

  /** What is told when a screen comes and goes. */
  get members() { return { snowflake, life, gallery, feed, draw: { leave: () => turtle.finish() } }; },
};

/** Writes a text where another one stands. What is the same is not written: a reader would say it again. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows or takes away what is wrong with a field. */
function problem(field, text, message = byID(field.id + "-problem")) {
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  write(message, text);
}

/** 3,145,728 */
const grouped = (number) => number.toLocaleString("en-US");

/** What is kept while the page is loaded again, but not for another day. */
const session = {
  read(name) {
    try { return JSON.parse(sessionStorage.getItem("plimsoll-app-" + name)); } catch { return null; }
  },
  write(name, value) {
    try { sessionStorage.setItem("plimsoll-app-" + name, JSON.stringify(value)); } catch { /* then it begins anew */ }
  },
};

// What the page says: a line that is read out politely, notices with something to do, and errors that interrupt.

const byID = (id) => document.getElementById(id);

const say = {
  /** A passing message, seen below the drawing and read out when the reader is idle. The same words twice are read twice. */
  status(text) {
    const line = byID("status");
    line.textContent = line.textContent === text ? text + "\u00a0" : text;
  },

  /** Something that has to be known: stays until it is closed. */
  error(text) { this.show(text, true, []); },

  /** A quiet notice. `actions` are pairs of a label and what it does. Read out by the status line, which is there all the time. */
  notice(text, ...actions) {
    this.show(text, false, actions);
    this.status(text);
  },

  show(text, isError, actions) {
    const notice = byID("notice"), buttons = byID("notice-actions");
    notice.classList.toggle("error", isError);
    notice.hidden = false;
    byID(isError ? "notice-text" : "notice-alert").textContent = "";
    byID(isError ? "notice-alert" : "notice-text").textContent = text;
    buttons.replaceChildren(...actions.map(([label, action], at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.id = "notice-action-" + (at + 1);
      button.textContent = label;
      button.addEventListener("click", () => {
        this.close();
        action();
      });
      return button;
    }));
  },

  /** A notice without an error goes when the hand goes on. */
  hush() { if (!byID("notice").classList.contains("error")) this.close(); },

  close() {
    const notice = byID("notice"), hadFocus = notice.contains(document.activeElement);
    notice.hidden = true;
    byID("notice-text").textContent = byID("notice-alert").textContent = "";
    if (hadFocus) byID(shown.screen === "draw" ? "paper" : shown.screen + "-title").focus();
  },

  start() {
    byID("notice-close").addEventListener("click", () => this.close());
    byID("notice").addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
  },
};

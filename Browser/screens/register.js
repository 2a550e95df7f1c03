// The Register screen: a form whose fields say themselves what is wrong with them, after the first try to send it and from then on as
// they are mended.

const register = {
  /** Whether it was tried to send: before that nobody is told of a field that he has not come to yet. */
  wasTried: false,

  start() {
    const form = byID("register-form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    form.addEventListener("reset", () => setTimeout(() => this.emptied()));
    form.addEventListener("input", () => this.changed());
    form.addEventListener("change", () => this.changed());
    byID("register-again").addEventListener("click", () => {
      form.reset();
      byID("register-done").hidden = true;
      form.hidden = false;
      byID("register-name").focus();
    });
    this.changed();
  },

  chosen: (name) => document.querySelector(`#register-form input[name=${name}]:checked`)?.value ?? "",

  /** The date in words, "Tuesday, 1 December 2026"; nothing for none. The picker gives year, month and day without a time zone. */
  dateText() {
    const [year, month, day] = byID("register-date").value.split("-").map(Number);
    if (!day) return "";
    // While a year is typed it is 20 for a moment, which Date.UTC takes for 1920.
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    const format = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
    return new Intl.DateTimeFormat("en-GB", format).format(date).replace(/^(\w+) /, "$1, ");
  },

  /** What is wrong with each field, in their order. */
  problems() {
    const name = byID("register-name").value.trim(), email = byID("register-email").value.trim(), date = byID("register-date");
    return {
      "register-name": name === "" ? "Type your name." : "",
      "register-email": email === "" ? "Type your email address."
        : this.emailProblem(email),
      "register-platform": this.chosen("platform") === "" ? "Choose a platform." : "",
      "register-date": date.validity.badInput ? "This is no date of the calendar."
        : date.value === "" ? "Choose the first day."
        : date.validity.rangeUnderflow || date.validity.rangeOverflow ? "Choose a day from 2000 to 2099." : "",
      "register-terms": byID("register-terms").checked ? "" : "Accept the terms to register.",
    };
  },

  emailProblem(email) {
    const parts = email.split("@");
    if (parts.length === 1) return `“${email}” has no @.`;
    if (parts.length > 2) return `“${email}” has more than one @.`;
    if (parts[0] === "") return "Something is missing before the @.";
    if (parts[1] === "") return "Something is missing after the @.";
    // The browser's own check knows the rest of the rule (WHATWG HTML, valid e-mail address).
    if (/[^a-z0-9.!#$%&'*+/=?^_`{|}~-]/i.test(parts[0])) return `“${parts[0]}” is no name of a mailbox.`;
    const isTaken = byID("register-email").validity.valid && /\.[^.]{2,}$/.test(parts[1]);
    return isTaken ? "" : `“${parts[1]}” is no address of a mail server.`;
  },

  changed() {
    write(byID("register-date-text"), this.dateText() || "No date is chosen");
    const stars = this.chosen("rating");
    write(byID("register-rating-text"), stars === "" ? "Not rated" : plural(Number(stars), "star", "stars") + " of 5");
    if (this.wasTried) this.mark(this.problems());
  },

  mark(problems) {
    for (const [id, text] of Object.entries(problems)) problem(byID(id), text);
  },

  submit() {
    const problems = this.problems(), wrong = Object.entries(problems).filter(([, text]) => text !== "");
    this.wasTried = true;
    this.mark(problems);
    if (wrong.length === 0) return this.done();
    say.status(`${plural(wrong.length, "field needs", "fields need")} your attention: ${wrong.map(([, text]) => text).join(" ")}`);
    const first = byID(wrong[0][0]);
    (first.matches("fieldset") ? first.querySelector("input") : first).focus();
  },

  done() {
    const stars = this.chosen("rating");
    const answers = [
      ["Name", byID("register-name").value.trim()], ["Email", byID("register-email").value.trim()],
      ["Platform", this.chosen("platform")], ["First day", this.dateText()],
      ["Rating", stars === "" ? "none" : plural(Number(stars), "star", "stars")],
    ];
    byID("register-answers").replaceChildren(...answers.map(([name, value]) => {
      const row = document.createElement("div"), term = document.createElement("dt"), text = document.createElement("dd");
      term.textContent = name;
      text.textContent = value;
      text.id = "register-answer-" + name.toLowerCase().replace(" ", "-");
      row.append(term, text);
      return row;
    }));
    byID("register-form").hidden = true;
    byID("register-done").hidden = false;
    byID("register-done-title").focus();
    say.status(`${answers[0][1]} is registered.`);
  },

  emptied() {
    this.wasTried = false;
    this.mark(Object.fromEntries(Object.keys(this.problems()).map((id) => [id, ""])));
    this.changed();
    say.status("The form is empty.");
  },
};

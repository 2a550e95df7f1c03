// The Feed screen: rows with a text and a picture that comes later. The room of a picture is known before the picture is, so that no
// text jumps when it comes.

/** Title, what it says, where from, and the picture: width, height and two colours. None for an article without one. */
const ARTICLES = [
  ["Harbour opens again after the storm", "Ships may leave since six o'clock. The masters of the port ask all crews to look for timber that drifts in the channel, which is marked by two lanterns until the evening.", "Port, 12 minutes ago", [240, 180, "#0a5783", "#9bd1ee"]],
  ["A mark on the hull that saves crews", "The line that Samuel Plimsoll fought for shows how deep a ship may lie in the water.", "History, 1 hour ago", [90, 180, "#1d3b57", "#f2c14e"]],
  ["Short note", "The ferry sails.", "Ferry, 2 hours ago", null],
  ["What the tide tables do not say", "Wind and the pressure of the air move the sea by more than half a metre, and a table made a year ago cannot know them. Those who measured at three places in the estuary for a winter found that the worst hours came two days after the deepest pressure. The keepers of the lock now read both, and the gates have not been flooded since. Whoever sails by the table alone should keep a metre in hand, and a little patience.", "Weather, 5 hours ago", [900, 300, "#2f6b4f", "#cfe8d5"]],
  ["Lighthouse keeper retires", "After forty years the lamp is lit by a clock.", "Coast, yesterday", [96, 96, "#7a2e2e", "#ffd7a8"]],
  ["Twelve boats for one race", "The start is at noon, the finish where the last boat says so.", "Sport, yesterday", [1200, 500, "#3b3470", "#cfc8ff"]],
];

const feed = {
  isShown: false,
  timers: [],

  start() {
    const kept = session.read("feed");
    if (kept) byID("feed-type").value = kept.type;
    byID("feed-form").addEventListener("submit", (event) => event.preventDefault());
    byID("feed-type").addEventListener("input", () => this.type());
    byID("feed-type").addEventListener("change", () => say.status(`Text of ${byID("feed-type").value} points.`));
    byID("feed-reload").addEventListener("click", () => this.load());
  },

  enter() {
    this.type();
    if (!this.isShown) this.load();
    this.isShown = true;
  },

  type() {
    const size = Number(byID("feed-type").value);
    byID("feed-type-text").textContent = `${size} pt`;
    byID("feed-type").setAttribute("aria-valuetext", `${size} points`);
    byID("feed-list").style.setProperty("--type", size + "px");
    session.write("feed", { type: size });
  },

  load() {
    for (const timer of this.timers) clearTimeout(timer);
    byID("feed-list").replaceChildren(...ARTICLES.map((article, at) => this.row(article, at + 1)));
    const pictures = [...byID("feed-list").querySelectorAll("img")];
    let missing = pictures.length;
    const told = () => {
      byID("feed-progress").textContent = missing > 0 ? `${plural(missing, "picture", "pictures")} still to come.` : "All pictures are here.";
    };
    told();
    // The last one first: nothing may depend on the order in which they come.
    this.timers = pictures.map((picture, at) => setTimeout(() => {
      picture.addEventListener("load", () => {
        picture.classList.add("here");
        missing -= 1;
        told();
        if (missing === 0 && shown.screen === "feed") say.status("All pictures are here.");
      }, { once: true });
      picture.src = picture.dataset.source;
    }, 250 + 350 * (pictures.length - 1 - at)));
  },

  row([title, text, source, picture], number) {
    const make = (kind, name, id, text) => {
      const element = document.createElement(kind);
      element.className = name;
      element.id = `feed-${id}-${number}`;
      element.textContent = text;
      return element;
    };
    const row = document.createElement("li"), article = make("article", picture ? "row" : "row plain", "row", "");
    const top = make("div", "top", "top", "");
    article.setAttribute("aria-labelledby", `feed-title-${number}`);
    top.append(make("h2", "", "title", title), " ", make("span", "", "text", text));
    if (picture) article.append(this.picture(picture, title, number));
    article.append(top, make("p", "bottom", "source", source));
    row.append(article);
    return row;
  },

  picture([width, height, back, front], title, number) {
    const picture = document.createElement("img");
    picture.id = `feed-picture-${number}`;
    picture.className = "picture";
    picture.alt = `Picture: ${title}`;
    // Known before it comes: the row has its height from the beginning.
    picture.style.setProperty("--width", width + "px");
    picture.style.setProperty("aspect-ratio", `${width} / ${height}`);
    picture.width = width;
    picture.height = height;
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">`
      + `<rect width="100" height="100" fill="${back}"/><path d="M0 72Q20 58 40 70T100 62V100H0z" fill="${front}"/>`
      + `<circle cx="72" cy="28" r="11" fill="${front}"/></svg>`;
    picture.dataset.source = "data:image/svg+xml," + encodeURIComponent(drawn);
    return picture;
  },
};

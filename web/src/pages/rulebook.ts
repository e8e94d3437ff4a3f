/** Prepares a RULES page: anchors for its rules, links to them, and cards drawn as cards. */

export interface Rulebook {
  title: string;
  html: string;
  /** Chapters, each with the rules in it. */
  contents: Entry[];
}

export interface Entry {
  id: string;
  text: string;
  rules: { id: string; number: string; text: string }[];
}

const RULE = /^([A-Z]\d+) · (.*)$/;
const CARDS = /^[A-Z](?:10|\d|[A-Z])?(?: [A-Z](?:10|\d|[A-Z]))*$/;

export function prepareRulebook(source: string): Rulebook {
  const contents: Entry[] = [];
  let title = "";
  const html = source
    .replace(/<h1>(.*?)<\/h1>\s*/, (_, text: string) => {
      title = text;
      return "";
    })
    .replace(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, text: string) => {
      if (level === "2") {
        const id = `chapter-${contents.length + 1}`;
        contents.push({ id, text, rules: [] });
        return `<h2 id="${id}">${text}</h2>`;
      }
      const [, number, name] = text.match(RULE) ?? [];
      if (!number) return `<h3>${text}</h3>`;
      contents.at(-1)?.rules.push({ id: number, number, text: name });
      return `<h3 id="${number}"><a class="number" href="#${number}">${number}</a> ${name}</h3>`;
    })
    .replace(/<code>(.*?)<\/code>/g, (code: string, text: string) => (CARDS.test(text) ? cards(text) : code))
    .replace(/<table>/g, '<div class="wide" tabindex="0"><table>')
    .replace(/<\/table>/g, "</table></div>");
  const rules = contents.flatMap((chapter) => chapter.rules.map(({ id }) => id));
  return { title, html: linked(html, new Set(rules)), contents };
}

function cards(text: string): string {
  const printed = text.split(" ").map((card) => `<span class="${classes(card)}">${card}</span>`);
  return `<code class="cards">${printed.join(" ")}</code>`;
}

/** The first letter is a card's own colour, or its frame's; a second letter is its circle's. */
function classes(card: string): string {
  const [colour, second] = card;
  return second && /[A-Z]/.test(second) ? `framed ${colour} circle-${second}` : colour;
}

/** Links every mention of a rule to its heading; leaves tags, headings and code alone. */
function linked(html: string, rules: ReadonlySet<string>): string {
  const link = (word: string) => (rules.has(word) ? `<a href="#${word}">${word}</a>` : word);
  return html
    .split(/(<h[23].*?<\/h[23]>|<code.*?<\/code>|<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : part.replace(/\b[A-Z]\d{1,2}\b/g, link)))
    .join("");
}

import { marked } from "marked";
import type { Plugin } from "vite";

/** The RULES pages of the games, imported as HTML: the same words as in the terminal and in the docs. */
export function rulebooks(): Plugin {
  return {
    name: "rulebooks",
    async transform(text, id) {
      if (!id.endsWith(".md")) return;
      const html = await marked.parse(text);
      return { code: `export default ${JSON.stringify(html)};`, map: null };
    },
  };
}

import type { Plugin } from "vite";
import { catalogues } from "./messages.ts";

const icon = (src: string, sizes: string, more: object = {}) => ({ src, sizes, type: "image/png", ...more });
const SMALL = icon("/icon-192.png", "192x192");

/** The app as it is installed on a phone or a laptop, in each language; app/settings links to the one that is spoken. */
export function manifests(): Plugin {
  return {
    name: "manifests",
    apply: "build",
    generateBundle() {
      for (const [language, m] of catalogues()) {
        const manifest = {
          name: m.web_title,
          short_name: m.web_title,
          description: m.web_description,
          lang: language,
          id: "/",
          start_url: "/",
          scope: "/",
          display: "standalone",
          background_color: "#f5ead2",
          theme_color: "#f5ead2",
          categories: ["games"],
          icons: [
            { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
            SMALL,
            icon("/icon-512.png", "512x512"),
            icon("/icon-maskable-512.png", "512x512", { purpose: "maskable" }),
          ],
          shortcuts: [
            { name: m.web_score_pad, url: "/score", icons: [SMALL] },
            { name: m.web_learn, url: "/learn", icons: [SMALL] },
          ],
        };
        this.emitFile({ type: "asset", fileName: `${language}.webmanifest`, source: JSON.stringify(manifest) });
      }
    },
  };
}

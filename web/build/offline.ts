import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** The service worker, with the list of what it keeps at hand: everything that was built. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.values(bundle).filter((file) => !/\.(map|gz|br)$/.test(file.fileName));
        const plain = readdirSync("public");
        const files = [...built.map((file) => file.fileName), ...plain];
        const version = createHash("sha256");
        for (const file of built) version.update(file.type === "chunk" ? file.code : file.source);
        for (const name of plain) version.update(readFileSync(`public/${name}`));
        const source = readFileSync("src/offline.js", "utf-8")
          .replace("VERSION", version.digest("hex").slice(0, 12))
          .replace("= FILES", `= ${JSON.stringify(files.map((name) => `/${name}`))}`);
        this.emitFile({ type: "asset", fileName: "offline.js", source });
      },
    },
  };
}

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { rulebooks } from "./build/rulebooks.ts";
import { offline } from "./build/offline.ts";

const MESSAGES = "../src/wonderland/messages";

/** Which languages there are is told by the messages' own files: adding one is adding its file. */
function languages(): string {
  const locales = readdirSync(MESSAGES)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(".json", ""));
  const settings = {
    baseLocale: "en",
    locales,
    modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: `${MESSAGES}/{locale}.json` },
  };
  mkdirSync("project.inlang", { recursive: true });
  writeFileSync("project.inlang/settings.json", JSON.stringify(settings, null, 2) + "\n");
  return "./project.inlang";
}

/** Every text file also as gzip and Brotli, so that the server only has to choose. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file.fileName)) continue;
          const text = Buffer.from(file.type === "chunk" ? file.code : file.source);
          const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gzipSync(text, { level: 9 }) });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotliCompressSync(text, best) });
        }
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    paraglideVitePlugin({
      project: languages(),
      outdir: "./src/paraglide",
      strategy: ["baseLocale"],
      emitTsDeclarations: true,
    }),
    svelte(),
    rulebooks(),
    offline(),
    compressed(),
    ...(mode === "test" ? [svelteTesting()] : []),
  ],
  build: {
    outDir: "../src/wonderland/web",
    emptyOutDir: true,
    target: "es2022",
    // Small pictures inside scripts would escape the browser's cache and need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    hmr: process.env.WONDERLAND_HMR === "0" ? false : undefined,
    proxy: { "/api": { target: process.env.WONDERLAND_SERVER ?? "http://127.0.0.1:8080", ws: true } },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
}));

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { rulebooks } from "./build/rulebooks.ts";
import { manifests } from "./build/manifest.ts";
import { messages } from "./build/messages.ts";
import { offline } from "./build/offline.ts";

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
    messages(),
    svelte(),
    rulebooks(),
    manifests(),
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
    // The rule pages belong to the games, outside this folder.
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env.WONDERLAND_SERVER ?? "http://127.0.0.1:8080", ws: true } },
  },
  test: { environment: "happy-dom", include: ["{src,build}/**/*.test.ts"] },
}));

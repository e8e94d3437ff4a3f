import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { compressed } from "./build/compressed.ts";
import { manifests } from "./build/manifest.ts";
import { messages } from "./build/messages.ts";
import { offline } from "./build/offline.ts";
import { rulebooks } from "./build/rulebooks.ts";

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
  // A machine that is busy must not fail a test.
  test: { environment: "happy-dom", include: ["{src,build}/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
}));

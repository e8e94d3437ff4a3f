/// <reference types="vite/client" />

/** A RULES page of a game, as HTML (build/rulebooks.ts). */
declare module "*.md" {
  const html: string;
  export default html;
}

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Every text file also as gzip and Brotli, so that the server only has to choose. */
export function compressed(): Plugin {
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

import type { Plugin } from "vite";

const PRELOADED_FONTS_PATTERN =
  /(inter-latin-[46]00|bricolage-grotesque-latin-700)-normal.*\.woff2$/;

/** Matches WOFF sources in CSS, which are unused, because all supported browsers load WOFF2. */
const WOFF1_SOURCE_PATTERN = /,\s*url\([^)]+\.woff\)\s*format\("woff"\)/g;

const stripWoff1Sources = (css: string | Uint8Array): string =>
  String(css).replace(WOFF1_SOURCE_PATTERN, "");

/**
 * Vite plugin that inlines the entry stylesheet and preloads the fonts of the first screen, which
 * saves round trips to the server.
 */
export const inlineFontsPlugin = (): Plugin => ({
  name: "inline-fonts",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (name.endsWith(".woff")) delete bundle[name];
      if (name.endsWith(".css") && file.type === "asset")
        file.source = stripWoff1Sources(file.source);
    }
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const assets = Object.values(bundle ?? {}).flatMap((file) =>
        file.type === "asset" ? [file] : [],
      );
      const css = assets.filter(
        ({ fileName }) => fileName.endsWith(".css") && html.includes(`/${fileName}"`),
      );
      const preloads = assets
        .filter(({ fileName }) => PRELOADED_FONTS_PATTERN.test(fileName))
        .map(
          ({ fileName }) =>
            `<link rel="preload" as="font" type="font/woff2" href="/${fileName}" crossorigin>`,
        );
      const styles = css.map(
        ({ source }) => `<style nonce="__CSP_NONCE__">${stripWoff1Sources(source)}</style>`,
      );
      return html
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, "")
        .replace("<!--app-head-->", [...preloads, ...styles, "<!--app-head-->"].join("\n    "));
    },
  },
});

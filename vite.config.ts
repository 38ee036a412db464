import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The faces that the first screen is set in. */
const FIRST_FONTS = /(inter-latin-wght-normal|bricolage-grotesque-latin-wght-normal).*\.woff2$/;

/** Writes the small stylesheet into the page and asks for its fonts at once: no round trips. */
const inlineFonts = (): Plugin => ({
  name: "inline-fonts",
  enforce: "post",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const assets = Object.values(bundle ?? {}).flatMap((file) =>
        file.type === "asset" ? [file] : [],
      );
      const css = assets.filter(({ fileName }) => fileName.endsWith(".css"));
      const preloads = assets
        .filter(({ fileName }) => FIRST_FONTS.test(fileName))
        .map(
          ({ fileName }) =>
            `<link rel="preload" as="font" type="font/woff2" href="/${fileName}" crossorigin>`,
        );
      const styles = css.map(
        ({ source }) => `<style nonce="__CSP_NONCE__">${String(source)}</style>`,
      );
      return html
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, "")
        .replace("<!--app-head-->", [...preloads, ...styles, "<!--app-head-->"].join("\n    "));
    },
  },
});

/** Pictures that are drawn from a drawing: path, drawing, width in pixels. */
const PICTURES: readonly [file: string, drawing: string, width: number][] = [
  ["downloadable/angry-robot.png", "web/brand/angry-robot.svg", 1024],
  ["downloadable/share-image.png", "web/brand/share-image.svg", 1200],
  ["apple-touch-icon.png", "web/brand/app-icon.svg", 180],
  ["icon-192.png", "web/brand/app-icon.svg", 192],
  ["icon-512.png", "web/brand/app-icon.svg", 512],
];

const picture = (drawing: string, width: number): Uint8Array =>
  new Resvg(readFileSync(drawing, "utf8"), { fitTo: { mode: "width", value: width } })
    .render()
    .asPng();

/** Draws what has to be PNG, at each build; while developing, when it is asked for. */
const drawPictures = (): Plugin => ({
  name: "draw-pictures",
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      const found = PICTURES.find(([file]) => req.url === `/${file}`);
      if (!found) return next();
      res.setHeader("Content-Type", "image/png").end(picture(found[1], found[2]));
    });
  },
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, drawing, width] of PICTURES)
      this.emitFile({ type: "asset", fileName, source: picture(drawing, width) });
  },
});

/** The browser's files in dist/web/client, the bundle that renders pages in dist/web/server. */
export default defineConfig({
  root: "web",
  plugins: [react(), inlineFonts(), drawPictures()],
  html: { cspNonce: "__CSP_NONCE__" },
  build: { target: "es2022", emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: { outDir: "../dist/web/client", assetsDir: "static", assetsInlineLimit: 0 },
    },
    ssr: {
      // The page is rendered by React's production build, whatever the process is told.
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: "../dist/web/server",
        copyPublicDir: false,
        rolldownOptions: { input: "web/entry-server.tsx" },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client && ssr) await Promise.all([build(client), build(ssr)]);
    },
  },
});

import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";

const drawn = (drawing: string, width: number) => () =>
  new Resvg(readFileSync(drawing, "utf8"), { fitTo: { mode: "width", value: width } })
    .render()
    .asPng();

const face = (name: string) => () => readFileSync(`node_modules/@fontsource/${name}-normal.woff2`);

/** Files under names of their own: PNG drawn from drawings, and the faces of a page that is no part of the app. */
const FILES: Record<string, () => Uint8Array> = {
  "downloadable/angry-robot.png": drawn("web/brand/angry-robot.svg", 1024),
  "downloadable/share-image.png": drawn("web/brand/share-image.svg", 1200),
  "downloadable/text.woff2": face("inter/files/inter-latin-400"),
  "downloadable/text-bold.woff2": face("inter/files/inter-latin-600"),
  "downloadable/display.woff2": face("bricolage-grotesque/files/bricolage-grotesque-latin-700"),
  "apple-touch-icon.png": drawn("web/brand/app-icon.svg", 180),
  "icon-192.png": drawn("web/brand/app-icon.svg", 192),
  "icon-512.png": drawn("web/brand/app-icon.svg", 512),
};

/** Makes the brand's files at each build; while developing, when they are asked for. */
export const brandFiles = (): Plugin => ({
  name: "brand-files",
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      const file = req.url?.slice(1) ?? "";
      const make = FILES[file];
      if (!make) return next();
      const type = file.endsWith(".png") ? "image/png" : "font/woff2";
      res.setHeader("Content-Type", type).end(make());
    });
  },
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, make] of Object.entries(FILES))
      this.emitFile({ type: "asset", fileName, source: make() });
  },
});

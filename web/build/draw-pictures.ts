import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";

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
export const drawPictures = (): Plugin => ({
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

import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";
import {
  attributesOf,
  COLORS,
  GLOW,
  listArrow,
  ROBOT,
  robotDrawing,
} from "#shared/domain/brand.ts";

type Theme = "dark" | "light";

const colorsOf = (theme: Theme): [name: string, color: string][] =>
  Object.entries(COLORS).map(([name, color]) => [name, color[theme]]);

/** Values of the {{placeholders}} in brand files, which are designed for a dark background. */
const PIECES: Record<string, string> = {
  ...Object.fromEntries(colorsOf("dark")),
  "glow-for": GLOW.for,
  "glow-against": GLOW.against,
  "robot-for": robotDrawing("bot_a", COLORS.for.dark),
  "robot-against": robotDrawing("bot_b", COLORS.against.dark),
  "antenna-and-ears": ROBOT.antennaAndEars,
  tip: attributesOf(ROBOT.tip),
  head: attributesOf(ROBOT.head),
  "left-eye": attributesOf(ROBOT.leftEye),
  "right-eye": attributesOf(ROBOT.rightEye),
  "open-mouth": attributesOf(ROBOT.openMouth),
  smile: ROBOT.features.bot_a.lips,
  frown: ROBOT.features.bot_b.lips,
  brows: ROBOT.features.bot_b.brows,
};

/** Fills placeholders by the name of a value or of another brand file. */
const filled = (text: string): string =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => PIECES[name] ?? brandFile(name));

/** @throws {Error} if the file does not exist. */
const brandFile = (name: string): string =>
  filled(readFileSync(`web/brand/${name}`, "utf8").trim());

const drawn = (name: string, width: number) => () =>
  new Resvg(brandFile(name), { fitTo: { mode: "width", value: width } }).render().asPng();

const face = (name: string) => () => readFileSync(`node_modules/@fontsource/${name}-normal.woff2`);

/** For pages outside the app. */
const asModule = (): string =>
  Object.entries({ COLORS, ROBOT, VERSUS: brandFile("versus.txt") })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");

const variables = (theme: Theme): string => {
  const colors = colorsOf(theme).map(([name, color]) => `--${name}: ${color};`);
  return [...colors, `--list-arrow: ${listArrow(COLORS.muted[theme])};`].join("\n  ");
};

const asStyles = (): string =>
  `:root {\n  ${variables("dark")}\n}\n[data-theme="light"] {\n  ${variables("light")}\n}\n`;

/** Generated files by path: SVGs, PNGs made from them, and the assets of pages outside the app. */
const FILES: Record<string, () => string | Uint8Array> = {
  "favicon.svg": () => brandFile("favicon.svg"),
  "site.webmanifest": () => brandFile("site.webmanifest"),
  "apple-touch-icon.png": drawn("app-icon.svg", 180),
  "icon-192.png": drawn("app-icon.svg", 192),
  "icon-512.png": drawn("app-icon.svg", 512),
  // Minimum size for podcast directories.
  "podcast.png": drawn("app-icon.svg", 1400),
  "downloadable/logo.svg": () => brandFile("logo.svg"),
  "downloadable/logo-animated.svg": () => brandFile("logo-animated.svg"),
  "downloadable/logo-text.svg": () => brandFile("logo-text.svg"),
  "downloadable/robot-icon.svg": () => brandFile("robot-icon.svg"),
  "downloadable/angry-robot.png": drawn("angry-robot.svg", 1024),
  "downloadable/share-image.png": drawn("share-image.svg", 1200),
  "downloadable/brand.js": asModule,
  "downloadable/brand.css": asStyles,
  "downloadable/text.woff2": face("inter/files/inter-latin-400"),
  "downloadable/text-bold.woff2": face("inter/files/inter-latin-600"),
  "downloadable/display.woff2": face("bricolage-grotesque/files/bricolage-grotesque-latin-700"),
};

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Vite plugin that generates the brand files at build time, and on request in development. */
export const brandFiles = (): Plugin => ({
  name: "brand-files",
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      const file = req.url?.slice(1) ?? "";
      const make = FILES[file];
      if (!make) return next();
      res.setHeader("Content-Type", TYPES[path.extname(file)] ?? "").end(make());
    });
  },
  transformIndexHtml: { order: "pre", handler: filled },
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, make] of Object.entries(FILES))
      this.emitFile({ type: "asset", fileName, source: make() });
  },
});

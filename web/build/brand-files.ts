import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";
import {
  toSvgAttributes,
  COLORS,
  GLOW_COLORS,
  buildSelectArrow,
  ROBOT,
  renderRobotSvg,
} from "#shared/domain/brand.ts";

type ColorMode = "dark" | "light";

const listColors = (theme: ColorMode): [name: string, color: string][] =>
  Object.entries(COLORS).map(([name, color]) => [name, color[theme]]);

/** Values of the {{placeholders}} in brand files. The files are designed for a dark background. */
const PLACEHOLDER_VALUES: Record<string, string> = {
  ...Object.fromEntries(listColors("dark")),
  "glow-for": GLOW_COLORS.for,
  "glow-against": GLOW_COLORS.against,
  "robot-for": renderRobotSvg("bot_a", COLORS.for.dark),
  "robot-against": renderRobotSvg("bot_b", COLORS.against.dark),
  "antenna-and-ears": ROBOT.antenna + ROBOT.ears,
  tip: toSvgAttributes(ROBOT.tip),
  head: toSvgAttributes(ROBOT.head),
  "left-eye": toSvgAttributes(ROBOT.leftEye),
  "right-eye": toSvgAttributes(ROBOT.rightEye),
  "open-mouth": toSvgAttributes(ROBOT.openMouth),
  smile: ROBOT.features.bot_a.lips,
  frown: ROBOT.features.bot_b.lips,
  brows: ROBOT.features.bot_b.brows,
};

/** Replaces each placeholder by the value or the brand file that it names. */
const fillPlaceholders = (text: string): string =>
  text.replace(
    /\{\{([^}]+)\}\}/g,
    (_, name: string) => PLACEHOLDER_VALUES[name] ?? readBrandFile(name),
  );

/** @throws {Error} if the file does not exist. */
const readBrandFile = (name: string): string =>
  fillPlaceholders(readFileSync(`web/brand/${name}`, "utf8").trim());

const createPngRenderer = (name: string, width: number) => () =>
  new Resvg(readBrandFile(name), { fitTo: { mode: "width", value: width } }).render().asPng();

const createFontReader = (name: string) => () =>
  readFileSync(`node_modules/@fontsource/${name}-normal.woff2`);

/** Script for pages outside the app, which cannot import the app's modules. */
const buildBrandModule = (): string =>
  Object.entries({ COLORS, ROBOT, VERSUS: readBrandFile("versus.txt") })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");

const buildCssVariables = (theme: ColorMode): string => {
  const colors = listColors(theme).map(([name, color]) => `--${name}: ${color};`);
  return [...colors, `--list-arrow: ${buildSelectArrow(COLORS.muted[theme])};`].join("\n  ");
};

const buildBrandStylesheet = (): string =>
  `:root {\n  ${buildCssVariables("dark")}\n}\n[data-theme="light"] {\n  ${buildCssVariables("light")}\n}\n`;

/** Generated files by path: SVGs, PNGs made from them, and files for pages outside the app. */
const BRAND_FILES: Record<string, () => string | Uint8Array> = {
  "favicon.svg": () => readBrandFile("favicon.svg"),
  "favicon-live.svg": () => readBrandFile("favicon-live.svg"),
  "site.webmanifest": () => readBrandFile("site.webmanifest"),
  "apple-touch-icon.png": createPngRenderer("app-icon.svg", 180),
  "icon-192.png": createPngRenderer("app-icon.svg", 192),
  "icon-512.png": createPngRenderer("app-icon.svg", 512),
  // Podcast directories require at least 1400 pixels.
  "podcast.png": createPngRenderer("app-icon.svg", 1400),
  "downloadable/logo.svg": () => readBrandFile("logo.svg"),
  "downloadable/logo-animated.svg": () => readBrandFile("logo-animated.svg"),
  "downloadable/logo-text.svg": () => readBrandFile("logo-text.svg"),
  "downloadable/robot-icon.svg": () => readBrandFile("robot-icon.svg"),
  "downloadable/angry-robot.png": createPngRenderer("angry-robot.svg", 1024),
  "downloadable/share-image.png": createPngRenderer("share-image.svg", 1200),
  "downloadable/brand.js": buildBrandModule,
  "downloadable/brand.css": buildBrandStylesheet,
  "downloadable/text.woff2": createFontReader("inter/files/inter-latin-400"),
  "downloadable/text-bold.woff2": createFontReader("inter/files/inter-latin-600"),
  "downloadable/display.woff2": createFontReader(
    "bricolage-grotesque/files/bricolage-grotesque-latin-700",
  ),
};

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Vite plugin that generates the brand files during a build, and on request in development. */
export const brandFilesPlugin = (): Plugin => ({
  name: "brand-files",
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      const file = req.url?.slice(1) ?? "";
      const make = BRAND_FILES[file];
      if (!make) return next();
      res.setHeader("Content-Type", CONTENT_TYPES[path.extname(file)] ?? "").end(make());
    });
  },
  transformIndexHtml: { order: "pre", handler: fillPlaceholders },
  generateBundle() {
    if (this.environment.name !== "client") return;
    for (const [fileName, make] of Object.entries(BRAND_FILES))
      this.emitFile({ type: "asset", fileName, source: make() });
  },
});

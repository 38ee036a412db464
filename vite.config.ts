import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import react from "@vitejs/plugin-react";
import type { CodeSplittingGroup } from "rolldown";
import { defineConfig, type Plugin } from "vite";

/** The faces that the first screen is set in. */
const FIRST_FONTS = /(inter-latin-[46]00|bricolage-grotesque-latin-700)-normal.*\.woff2$/;

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

/** What does nothing, or nothing lasting, without code. */
const NEEDS_CODE =
  "button[type=button]:not([popovertarget]), input:is([type=radio], [type=checkbox])";

/**
 * Fetches the page's code once the page is painted: until then it would only be in the way. A page
 * that nobody looks at is not painted, and some browsers do not tell: they wait for the time given.
 * What is pressed meanwhile is held, and done when the page has been taken over.
 */
const loader = (chunks: readonly string[]): string => `
  const held = new Set();
  const hold = (event) => {
    const pressed = event.target.closest(${JSON.stringify(NEEDS_CODE)});
    if (!pressed) return;
    event.preventDefault();
    held.add(pressed);
  };
  addEventListener("click", hold, true);
  addEventListener("takenover", () => {
    removeEventListener("click", hold, true);
    for (const pressed of held) pressed.click();
  }, { once: true });
  const chunks = ${JSON.stringify(chunks)};
  await new Promise((go) => {
    setTimeout(go, 2000);
    requestAnimationFrame(() => {
      new PerformanceObserver(go).observe({ type: "paint", buffered: true });
    });
  });
  for (const href of chunks) {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "modulepreload", href }));
  }
  // One after the other, so that each runs in a task of its own.
  for (const chunk of chunks) await import(chunk);
`;

const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

const loadAfterPaint = (): Plugin => ({
  name: "load-after-paint",
  enforce: "post",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const chunks = [...html.matchAll(PRELOAD)].map(([, chunk = ""]) => chunk);
      return html
        .replace(PRELOAD, "")
        .replace(
          ENTRY,
          (_, entry: string) =>
            `<script type="module" nonce="__CSP_NONCE__">${loader([...chunks, entry])}</script>`,
        );
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

/** A first load is a few files: what every page has, what several have, and the page itself. */
const CHUNK_GROUPS = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "styles", test: /node_modules\/@(chakra-ui|emotion)\/|\/components\/theme\// },
  // Not the entry itself: it waits for a page, whose code would wait for it.
  { name: "frame", tags: ["$initial"], test: /node_modules|\/web\/.+\/|\/shared\// },
  {
    name: "common",
    minShareCount: 2,
    test: /\/web\/(components|lib)\/(?!forms)|\/shared\/domain\/|\/lucide-react\//,
  },
] satisfies CodeSplittingGroup[];

/** The browser's files in dist/web/client, the bundle that renders pages in dist/web/server. */
export default defineConfig({
  root: "web",
  plugins: [react(), inlineFonts(), loadAfterPaint(), drawPictures()],
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2022",
    emptyOutDir: true,
    reportCompressedSize: false,
    // Of two thousand icons those are read that are shown.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        outDir: "../dist/web/client",
        assetsDir: "static",
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
      },
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

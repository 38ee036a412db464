import react from "@vitejs/plugin-react";
import type { CodeSplittingGroup } from "rolldown";
import { defineConfig } from "vite";
import { stamped } from "./infra/local/launcher/web-stamp.ts";
import { brandFiles } from "./web/build/brand-files.ts";
import { inlineFonts } from "./web/build/inline-fonts.ts";
import { loadAfterPaint } from "./web/build/load-after-paint.ts";

/** The exceptions are needed by no page with a limit on its first load. */
const COMMON =
  /\/web\/(components|lib)\/(?!forms|debate\/delete-debate|identity|passkeys|account-query|regenerat|save-recording|ui\/(long-text|moment|mailbox-notice))|\/shared\/domain\/(?!sign-in-method|security-event|moderation|mail)|\/lucide-react\/(?!dist\/esm\/icons\/(mailbox|shield-|plug|refresh-cw))/;
/** What lists and accounts have in common, and a debate has no need of. */
const OF_LISTS =
  /\/components\/ui\/(table|tabs|pager|search-entry|select|field|[\w-]*password-field|mailbox-notice|no-mail|submit-button)\.tsx|\/shared\/domain\/(debate-list|account|credit)\.ts/;

/** What those parts have in common that have to do with moments, which hardly anybody wants. */
const OF_MOMENTS =
  /\/player\/(moment\/(?!moment-store|use-moments-wanted)|voice\/(sentence-places|speech-of))|\/shared\/domain\/(moment|spoken-sentences)\.ts|\/linked-moment\.ts/;

/** Of a debate, in whatever part of it. */
const OF_DEBATES =
  /\/web\/features\/(debate|player)\/|\/lib\/share-link\.ts|\/shared\/domain\/debate-picture\.ts|\/icons\/share-2\./;

const isOf = (file: string, ...parts: readonly RegExp[]): boolean =>
  parts.some((part) => part.test(file));

/** A first load is a few files: what every page has, what several have, and the page itself. */
const CHUNK_GROUPS = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "react-dom", test: /\/web\/lib\/react-dom\.ts/ },
  { name: "styles", test: /node_modules\/@(chakra-ui|emotion)\/|\/components\/theme\// },
  // Not the entry itself, even in a checkout named web: it waits for a page, whose code would wait for it.
  {
    name: "frame",
    tags: ["$initial"],
    test: /node_modules|\/web\/[^/]+\/(?!index\.html|entry-)|\/shared\//,
  },
  // What asks something, which hardly any page does at first.
  {
    name: "asking",
    minShareCount: 2,
    test: /\/components\/ui\/(confirm-\w+|dialog|switch|choice)\.tsx/,
  },
  {
    name: "common",
    minShareCount: 2,
    test: (file) => COMMON.test(file) && !isOf(file, OF_LISTS, OF_MOMENTS, OF_DEBATES),
  },
  { name: "lists", minShareCount: 2, test: OF_LISTS },
  // What the parts of a debate that are fetched later have in common with it.
  {
    name: "debate",
    minShareCount: 2,
    test: (file) => OF_DEBATES.test(file) && !OF_MOMENTS.test(file),
  },
  { name: "moments", minShareCount: 2, test: OF_MOMENTS },
] satisfies CodeSplittingGroup[];

/** The browser's files in dist/web/client, the bundle that renders pages in dist/web/server. */
export default defineConfig({
  root: "web",
  plugins: [react(), inlineFonts(), loadAfterPaint(), brandFiles()],
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
      if (client && ssr) await stamped(() => Promise.all([build(client), build(ssr)]));
    },
  },
});

import react from "@vitejs/plugin-react";
import type { CodeSplittingGroup } from "rolldown";
import { defineConfig } from "vite";
import { buildWithStamp } from "./infra/dev/web-build/build-stamp.ts";
import { brandFilesPlugin } from "./web/build/brand-files.ts";
import { inlineFontsPlugin } from "./web/build/inline-fonts.ts";
import { loadAfterPaintPlugin } from "./web/build/load-after-paint.ts";

/** The exceptions are needed by no page with a limit on its first load. */
const COMMON =
  /\/web\/(components|lib)\/(?!forms|identity|debate\/delete-debate|auth\/(identity-prompt|passkeys|account-query)|recordings|ui\/(page\/long-text|content\/date-time|feedback\/fake-mailbox-notice))|\/shared\/domain\/(?!accounts\/(sign-in-method|security-event)|moderation|email)|\/lucide-react\/(?!dist\/esm\/icons\/(mailbox|shield-|plug|refresh-cw))/;
/** What lists and account pages share, and a debate page does not need. */
const OF_LISTS =
  /\/components\/ui\/(content\/table|page\/(tabs|pager)|controls\/(search-field|select|field|[\w-]*password-field|submit-button)|feedback\/(fake-mailbox-notice|email-disabled-note))\.tsx|\/shared\/domain\/(debates\/debate-list|accounts\/account|billing\/credit)\.ts/;

/** What the parts of a debate page share about clips, which few users need. */
const OF_CLIPS =
  /\/web\/features\/clips\/(?!use-needs-clip-code)|\/lib\/speech-text\/(sentence-ranges|find-speech-element)|\/shared\/domain\/(audio\/clip|text\/sentence-splitter)\.ts|\/use-linked-clip\.ts/;

/** All parts of a debate page. */
const OF_DEBATES =
  /\/web\/features\/(debate|player|live-audio|clips)\/|\/web\/(app\/debate-audio|components\/audio)\/|\/web\/lib\/(player|speech-text)\/|\/lib\/(clip-dialog-store|browser\/copy-link)\.ts|\/shared\/domain\/debates\/debate-picture\.ts|\/icons\/share-2\./;

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
    test: /\/components\/ui\/(feedback\/(confirm-\w+|dialog)|controls\/(switch|radio-card))\.tsx/,
  },
  {
    name: "common",
    minShareCount: 2,
    test: (file) => COMMON.test(file) && !isOf(file, OF_LISTS, OF_CLIPS, OF_DEBATES),
  },
  { name: "lists", minShareCount: 2, test: OF_LISTS },
  // What the parts of a debate that are fetched later have in common with it.
  {
    name: "debate",
    minShareCount: 2,
    test: (file) => OF_DEBATES.test(file) && !OF_CLIPS.test(file),
  },
  { name: "clips", minShareCount: 2, test: OF_CLIPS },
] satisfies CodeSplittingGroup[];

/** The browser's files in dist/web/client, the bundle that renders pages in dist/web/server. */
export default defineConfig({
  root: "web",
  plugins: [react(), inlineFontsPlugin(), loadAfterPaintPlugin(), brandFilesPlugin()],
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
      if (client && ssr) await buildWithStamp(() => Promise.all([build(client), build(ssr)]));
    },
  },
});

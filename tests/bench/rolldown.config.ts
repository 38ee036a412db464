import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** Bundles the processes of the bench as the product's programs are bundled. */
export default defineConfig({
  ...product,
  input: {
    main: "tests/bench/main.ts",
    web: "tests/bench/web/main.ts",
    "report-usage": "tests/bench/processes/report-usage.ts",
    "bare-sockets": "tests/bench/processes/bare-sockets.ts",
    "instant-worker": "tests/bench/processes/instant-worker.ts",
    "bare-worker": "tests/bench/processes/bare-worker.ts",
    attacker: "tests/bench/processes/attacker.ts",
    flooder: "tests/bench/processes/flooder.ts",
    crowd: "tests/bench/processes/watcher-crowd.ts",
    "reacting-crowd": "tests/bench/processes/reacting-crowd.ts",
    "rolling-watchers": "tests/bench/processes/rolling-watchers.ts",
    "returning-watchers": "tests/bench/processes/returning-watchers.ts",
    "scripted-provider": "tests/bench/processes/scripted-provider.ts",
    "bare-api": "tests/bench/processes/bare-api.ts",
    "bare-audio": "tests/bench/processes/bare-audio.ts",
    "bare-radio": "tests/bench/processes/bare-live-stream.ts",
  },
  output: { ...product.output, dir: "dist/bench" },
});

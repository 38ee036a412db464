import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** The bench's own processes, bundled as the product's are, beside them. */
export default defineConfig({
  ...product,
  input: {
    main: "tests/bench/main.ts",
  },
  output: { ...product.output, dir: "dist/bench" },
});

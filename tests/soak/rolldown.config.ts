import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** The soak's own process, bundled as the product's are, beside them. */
export default defineConfig({
  ...product,
  input: { main: "tests/soak/main.ts" },
  output: { ...product.output, dir: "dist/soak" },
});

import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** Bundles the soak test as the product's programs are bundled. */
export default defineConfig({
  ...product,
  input: { main: "tests/soak/main.ts" },
  output: { ...product.output, dir: "dist/soak" },
});

import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

/** The generator of documents. */
export default defineConfig({
  ...product,
  input: { docs: "tests/docs/main.ts" },
  output: { ...product.output, dir: "dist/docs" },
});

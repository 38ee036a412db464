import { defineConfig } from "rolldown";
import product from "../../rolldown.config.ts";

export default defineConfig({
  ...product,
  input: { pure: "tests/mutation/main.ts" },
  output: { ...product.output, dir: "dist/mutation" },
});

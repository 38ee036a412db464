import { defineConfig } from "rolldown";
import product from "../../../rolldown.config.ts";

export default defineConfig({
  ...product,
  input: { guards: "tests/mutation/guards/main.ts" },
  output: { ...product.output, dir: "dist/mutation" },
});

import { defineConfig } from "rolldown";
import product from "../../../rolldown.config.ts";

/** The program that takes the pictures of the documents. */
export default defineConfig({
  ...product,
  input: { pictures: "tests/docs/pictures/main.ts" },
  output: { ...product.output, dir: "dist/docs" },
});

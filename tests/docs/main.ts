import { writeFile } from "node:fs/promises";
import { generatedPages } from "./pages.ts";

for (const [path, text] of generatedPages()) await writeFile(path, text);

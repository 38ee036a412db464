import { readdirSync } from "node:fs";
import path from "node:path";

/** Lists the paths of the Markdown files in the repository's top folder and in `docs`. */
export const listDocuments = (folder = "."): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return folder === "." && entry.name !== "docs" ? [] : listDocuments(file);
    return file.endsWith(".md") ? [file] : [];
  });

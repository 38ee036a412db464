import { readdirSync } from "node:fs";
import path from "node:path";

/** Every Markdown file that people read, from the top of the repository. */
export const listDocuments = (folder = "."): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return folder === "." && entry.name !== "docs" ? [] : listDocuments(file);
    return file.endsWith(".md") ? [file] : [];
  });

import { execFileSync } from "node:child_process";

const list = (...patterns) =>
  execFileSync("git", ["ls-files", ...patterns], { encoding: "utf8" })
    .trim()
    .split("\n");

/** Source files whose comments are checked. Applied migrations never change. */
export const listSources = () =>
  list("api", "infra", "shared", "tests", "web", "worker").filter(
    (file) => /\.(?:tsx?|cjs|mjs)$/.test(file) && !file.startsWith("infra/db/migrations/"),
  );

export const listDocuments = () =>
  list("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs").filter((file) =>
    file.endsWith(".md"),
  );

/** A `/*` inside a text, such as the pattern of a path, starts no comment. */
const COMMENTS = /(?<=^|[\s{(])\/\*\*?[\s\S]*?\*\/|(?<=^\s*|[;{},)]\s)\/\/ .*$/gm;

/** The comments of a source with their positions. Each `//` line counts as one comment. */
export const findComments = (text) =>
  [...text.matchAll(COMMENTS)].map(({ 0: comment, index }) => ({ comment, index }));

export const lineAt = (text, index) => text.slice(0, index).split("\n").length;

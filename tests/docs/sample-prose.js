// Prints random comments with the code below them, and random sentences of the documents. A reader
// who does not know the code notes which ones need a second reading (docs/contributing/style.md).
import { readFileSync } from "node:fs";
import { findComments, lineAt, listDocuments, listSources } from "./prose.js";

const COMMENTS = 80;
const SENTENCES = 30;
/** Lines of code that are printed below a comment. */
const LINES_BELOW = 6;
/** Shorter comments and sentences say too little to be misunderstood. */
const MIN_CHARACTERS = 30;

const seed = Number(process.argv[2] ?? Number.NaN);
if (!Number.isInteger(seed)) {
  console.error("Usage: npm run docs:sample -- SEED, with an integer as the seed");
  process.exit(1);
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
let state = seed;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const draw = (items, count) =>
  items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item);

/** Joins `//` comments on adjacent lines, which are read as one. */
const readComments = (file) => {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  const blocks = [];
  for (const { comment, index } of findComments(text)) {
    const start = lineAt(text, index);
    const end = start + comment.split("\n").length - 1;
    const last = blocks.at(-1);
    if (comment.startsWith("//") && last?.isLine && last.end === start - 1) last.end = end;
    else blocks.push({ start, end, isLine: comment.startsWith("//") });
  }
  return blocks.map(({ start, end }) => ({
    place: `${file}:${start}`,
    comment: lines.slice(start - 1, end).join("\n"),
    code: lines.slice(end, end + LINES_BELOW).join("\n"),
  }));
};

/** Sentences of paragraphs and lists, without code blocks, tables, headings and links' targets. */
const readSentences = (file) => {
  const prose = readFileSync(file, "utf8")
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, "")
    .replaceAll(/^(?:#|\||<|!\[).*$/gm, "\n")
    .replaceAll(/\]\([^)]*\)/g, "]");
  return prose
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, " ").split(/(?<=[.!?]) (?=[A-Z`*])/))
    .map((sentence) => ({ place: file, sentence: sentence.trim() }));
};

const comments = listSources()
  .flatMap(readComments)
  .filter(({ comment }) => comment.length >= MIN_CHARACTERS);
const sentences = listDocuments()
  .flatMap(readSentences)
  .filter(({ sentence }) => sentence.length >= MIN_CHARACTERS);
for (const [index, { place, comment, code }] of draw(comments, COMMENTS).entries())
  console.log(`\n## ${index + 1} ${place}\n${comment}\n${code}`);
for (const [index, { place, sentence }] of draw(sentences, SENTENCES).entries())
  console.log(`\n## ${COMMENTS + index + 1} ${place}\n${sentence}`);

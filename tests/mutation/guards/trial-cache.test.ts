import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findMutantsInFile } from "./find/find-mutants.ts";
import { openTrialCache } from "./trial-cache.ts";
import type { MutantTrial } from "./run-mutant.ts";

const SOURCE = "infra/db/migrate.ts";
const TESTS = "tests/infra/schema.test.ts";
const mutants = findMutantsInFile(SOURCE, "after(x);");
const [mutant] = mutants;
if (!mutant) throw new Error("No mutant was found.");
const DETECTED: MutantTrial = { fate: "killed", by: { file: TESTS, test: "detects it" } };

let checkout: string;
const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(checkout, file)), { recursive: true });
  await writeFile(path.join(checkout, file), text);
};
const open = () => openTrialCache(path.join(checkout, "trials.json"), checkout, mutants);

beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "debate-trials-"));
  await write("trials.json", "{}");
  await write(SOURCE, "after(x);");
  await write(TESTS, `import { table } from "#tests/table.ts"; test.each(table);`);
  await write("tests/table.ts", `import { ROWS } from "./rows.ts"; export const table = ROWS;`);
  await write("tests/rows.ts", `import "./table.ts"; export const ROWS = ["detects it"];`);
  await write("tests/aside.ts", "");
});
afterEach(() => rm(checkout, { recursive: true }));

test.each<MutantTrial>([DETECTED, { fate: "survived" }, { fate: "reached by no test" }])(
  "the result of a mutant is kept when unrelated files change: %j",
  async (trial) => {
    await (await open()).save(mutant, trial);
    await write("tests/aside.ts", "export const changed = true;");
    expect((await open()).find(mutant)).toEqual(trial);
  },
);

test.each([SOURCE, TESTS, "tests/table.ts", "tests/rows.ts"])(
  "a detected mutant is tried again after %s has changed",
  async (file) => {
    await (await open()).save(mutant, DETECTED);
    await write(file, "another();");
    expect((await open()).find(mutant)).toBeUndefined();
    expect((await open()).detectedBy(mutant)).toEqual(DETECTED.by);
  },
);

test("the result of a mutant is kept when only comments and line breaks change", async () => {
  await (await open()).save(mutant, DETECTED);
  await write(SOURCE, "/** Runs later. */\nafter(\n  x, // the event\n);");
  expect((await open()).find(mutant)).toEqual(DETECTED);
});

test("the results of earlier runs are kept as long as their guards exist", async () => {
  const twice = findMutantsInFile(SOURCE, "after(x); after(y);");
  const [first, second] = twice;
  if (!first || !second) throw new Error("No mutant was found.");
  const openAll = (all: typeof twice) =>
    openTrialCache(path.join(checkout, "trials.json"), checkout, all);
  await (await openAll(twice)).save(first, DETECTED);
  await (await openAll(twice)).save(second, { fate: "survived" });
  expect((await openAll(twice)).find(first)).toEqual(DETECTED);
  await write(SOURCE, "// another line\nafter(x); after(y);");
  const moved = findMutantsInFile(SOURCE, "// another line\nafter(x); after(y);");
  await (await openAll(moved)).save(second, { fate: "survived" });
  expect((await openAll(moved)).detectedBy(first)).toEqual(DETECTED.by);
});

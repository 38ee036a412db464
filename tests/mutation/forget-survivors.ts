import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

const IncrementalReport = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({ mutants: z.array(z.looseObject({ status: z.string() })) }),
  ),
});

/**
 * Of the run before only what a test has killed is worth remembering: whether a new test reaches a
 * change in what is done while a module is loaded, nobody knows before it is tried.
 */
export const dropSurvivors = (file: string): void => {
  if (!existsSync(file)) return;
  const remembered = IncrementalReport.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const known of Object.values(remembered.files))
    known.mutants = known.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(file, JSON.stringify(remembered));
};

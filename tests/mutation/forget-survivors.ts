import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

const IncrementalReport = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({ mutants: z.array(z.looseObject({ status: z.string() })) }),
  ),
});

/**
 * Removes all mutants except the killed ones from the report of the previous run, so that they are
 * tried again. A new test may detect them, even in code that runs while a module is loaded.
 */
export const dropSurvivors = (file: string): void => {
  if (!existsSync(file)) return;
  const report = IncrementalReport.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const known of Object.values(report.files))
    known.mutants = known.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(file, JSON.stringify(report));
};

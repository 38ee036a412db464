import { findStaleEquivalents } from "./exclude-equivalent.ts";
import { findMutants } from "./guards/find/find-mutants.ts";

it("each mutant that is listed as equivalent still exists", async () => {
  expect(findStaleEquivalents(await findMutants(process.cwd()))).toEqual([]);
});

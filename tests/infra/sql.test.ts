import { requireFirstRow } from "#infra/db/sql.ts";

it("the first row is required from a statement that always returns one", () => {
  expect(requireFirstRow([{ id: 7 }, { id: 8 }])).toEqual({ id: 7 });
  expect(() => requireFirstRow([])).toThrow("a statement that always returns a row returned none");
});

import { firstRow } from "#infra/db/sql.ts";

it("the first row of a statement is required where it always returns one", () => {
  expect(firstRow([{ id: 7 }, { id: 8 }])).toEqual({ id: 7 });
  expect(() => firstRow([])).toThrow("a statement that always returns a row returned none");
});

/** Maximum of PostgreSQL's `integer`, the type of all ids. */
export const MAX_ID = 2_147_483_647;

/** Whether a value can be the id of a row. */
export const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_ID;

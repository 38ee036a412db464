/** Maximum of PostgreSQL's `integer`, the type of all ids. */
export const MAX_ID = 2_147_483_647;

export const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_ID;

import { QueryFailedError } from "typeorm";

export interface Sql {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

/** Returns the rows of a SELECT. The caller states their type; nothing checks it. */
export const selectRows = async <Row>(
  sql: Sql,
  statement: string,
  parameters: unknown[] = [],
): Promise<Row[]> => (await sql.query(statement, parameters)) as Row[];

export const mutateRows = async <Row>(
  sql: Sql,
  statement: string,
  parameters: unknown[] = [],
): Promise<Row[]> => {
  const answer = await sql.query(statement, parameters);
  // TypeORM returns [rows, count] for UPDATE and DELETE, and rows for INSERT.
  const [rows, affected] = answer as [Row[] | undefined, number?];
  return typeof affected === "number" && Array.isArray(rows) ? rows : (answer as Row[]);
};

/**
 * Returns the row of a statement that always returns one, such as an aggregate or INSERT …
 * RETURNING.
 */
export const requireFirstRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error("a statement that always returns a row returned none");
  return row;
};

/** Returns the constraint that a statement violated; undefined for other errors. */
export const getViolatedConstraint = (err: unknown): string | undefined => {
  if (!(err instanceof QueryFailedError)) return undefined;
  const { code, constraint } = err.driverError as { code?: string; constraint?: string };
  return code?.startsWith("23") ? constraint : undefined;
};

/** Returns an ILIKE pattern that matches the text literally at any position. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

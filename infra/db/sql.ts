import { QueryFailedError } from "typeorm";

/** Anything that runs SQL: the data source, or a transaction's manager. */
export interface Sql {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

/** Rows of a SELECT, as the statement names them: the one door where SQL gets its types. */
export const select = async <Row>(
  sql: Sql,
  statement: string,
  parameters: unknown[] = [],
): Promise<Row[]> => (await sql.query(statement, parameters)) as Row[];

/** Rows of an INSERT, UPDATE or DELETE … RETURNING. */
export const change = async <Row>(
  sql: Sql,
  statement: string,
  parameters: unknown[] = [],
): Promise<Row[]> => {
  const answer = await sql.query(statement, parameters);
  // TypeORM answers UPDATE and DELETE with [rows, count], INSERT with rows.
  const [rows, affected] = answer as [Row[] | undefined, number?];
  return typeof affected === "number" && Array.isArray(rows) ? rows : (answer as Row[]);
};

/** The one row that a statement always returns, like an aggregate or an INSERT … RETURNING. */
export const firstRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error("a statement that always returns a row returned none");
  return row;
};

/** The constraint a statement broke, or undefined if it failed otherwise. */
export const brokenConstraint = (err: unknown): string | undefined => {
  if (!(err instanceof QueryFailedError)) return undefined;
  const { code, constraint } = err.driverError as { code?: string; constraint?: string };
  return code?.startsWith("23") ? constraint : undefined;
};

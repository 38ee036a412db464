import type { MigrationInterface, QueryRunner } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";

type Migration = new () => MigrationInterface;
const ALL = createDataSource("postgres://nowhere").options.migrations as Migration[];

/**
 * First migration that must not break the previous version. This migration and all later ones run
 * while the previous version is in use.
 */
const FIRST = "MoneyThatGoesBack1760000800000";
const MIGRATIONS_BESIDE_PREVIOUS_VERSION = ALL.slice(
  ALL.findIndex(({ name }) => name === FIRST),
).map((Made) => [Made.name, Made] as const);

/** Returns the statements of a migration, without comments and function bodies. */
const statementsOf = async (Made: Migration): Promise<string[]> => {
  const statements: string[] = [];
  const runner = { query: async (sql: string) => statements.push(sql) };
  await new Made().up(runner as unknown as QueryRunner);
  return statements
    .join(";")
    .replaceAll(/--.*|\$\$[^]*?\$\$/g, "")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
};

/** Statements that break the previous version, or that block it during a table scan. */
const BREAKING_PATTERNS: readonly RegExp[] = [
  /\bDROP (?!CONSTRAINT|NOT NULL|INDEX CONCURRENTLY)|\bRENAME\b/,
  /\bSET NOT NULL|\bTYPE\b|\bADD COLUMN [^,]*NOT NULL(?![^,]*DEFAULT)/,
  /\bADD CONSTRAINT (?!.*NOT VALID)/,
  /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)|\b(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b/,
];

/**
 * Returns the statements that match one of `BREAKING_PATTERNS`. Statements about tables that the
 * migration creates do not count. Neither do unique indexes on columns that it adds.
 */
const breaksOf = (statements: readonly string[]): string[] => {
  const made = statements.map(
    (statement) => /^CREATE (?:\w+ )?TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1],
  );
  const isOfBefore = (statement: string) =>
    !made.some((table) =>
      new RegExp(`^(?:CREATE|ALTER) .*?(?:TABLE|ON) ${table}\\b`).test(statement),
    );
  const added = new Set(
    statements.flatMap((statement) =>
      Array.from(
        statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?(\w+)/g),
        ([, column]) => column,
      ),
    ),
  );
  /**
   * Whether the statement creates a unique index on a column that the migration adds. Such an index
   * cannot break the previous version, which never writes to this column.
   */
  const isOfNewColumn = (statement: string) =>
    added.has(
      /^CREATE UNIQUE INDEX CONCURRENTLY \w+ ON \w+ \((\w+)\)(?: WHERE \1 IS NOT NULL)?$/.exec(
        statement,
      )?.[1] ?? "",
    );
  const others = statements.filter(
    (statement) =>
      !statement.startsWith("CREATE TABLE") && isOfBefore(statement) && !isOfNewColumn(statement),
  );
  return others.filter((statement) => BREAKING_PATTERNS.some((pattern) => pattern.test(statement)));
};

/**
 * Number of breaking statements in the migrations of release 1.0.0. These migrations have already
 * run in every database.
 */
const KNOWN_BREAKING_STATEMENTS: Readonly<Record<string, number>> = {
  MyData1760001210000: 2,
  Notices1760001410000: 1,
};

test.each(MIGRATIONS_BESIDE_PREVIOUS_VERSION)(
  "%s does not break the previous version",
  async (name, Made) => {
    expect(breaksOf(await statementsOf(Made))).toHaveLength(KNOWN_BREAKING_STATEMENTS[name] ?? 0);
  },
);

test.each(MIGRATIONS_BESIDE_PREVIOUS_VERSION)(
  "%s sets a lock timeout first",
  async (_name, Made) => {
    const [first] = await statementsOf(Made);
    expect(first).toMatch(/^SET (?:LOCAL )?lock_timeout = /);
  },
);

const MADE = "CREATE TABLE notes (id int PRIMARY KEY, said text NOT NULL UNIQUE)";
test.each([
  ["CREATE INDEX notes_said ON notes (said)", 0],
  ["CREATE UNIQUE INDEX CONCURRENTLY turns_said ON turns (said)", 1],
  ["ALTER TABLE t ADD COLUMN said text; CREATE UNIQUE INDEX CONCURRENTLY once ON t (said)", 0],
  ["CREATE INDEX CONCURRENTLY turns_said ON turns (said)", 0],
  ["CREATE INDEX turns_said ON turns (said)", 1],
  ["ALTER TABLE turns ADD CONSTRAINT turns_once UNIQUE (said)", 1],
  ["ALTER TABLE turns ADD CONSTRAINT turns_said CHECK (said <> '') NOT VALID", 0],
  ["ALTER TABLE turns ADD CONSTRAINT turns_said CHECK (said <> '')", 1],
  ["ALTER TABLE turns ADD COLUMN said text, ADD COLUMN tries int NOT NULL DEFAULT 0", 0],
  ["ALTER TABLE turns ADD COLUMN said text NOT NULL", 1],
  ["ALTER TABLE turns ALTER said SET NOT NULL", 1],
  ["ALTER TABLE turns ALTER said DROP NOT NULL", 0],
  ["ALTER TABLE turns DROP COLUMN said", 1],
  ["ALTER TABLE turns RENAME said TO text", 1],
  ["ALTER TABLE turns ALTER said TYPE int", 1],
  ["DROP TABLE turns", 1],
])("the check of migrations finds what breaks the previous version: %s", (statement, broken) => {
  expect(breaksOf([MADE, ...statement.split("; ")])).toHaveLength(broken);
});

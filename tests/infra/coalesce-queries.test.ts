import { setImmediate as nextRound } from "node:timers/promises";
import { coalesceQueries } from "#infra/db/connection/coalesce-queries.ts";
import type { Sql } from "#infra/db/sql.ts";

type Answer = (statement: string, parameters?: unknown[]) => Promise<unknown>;

const askedOf = (answer: Answer) => {
  const query = jest.fn(answer);
  return { query, sql: coalesceQueries({ query } satisfies Sql) };
};

describe("identical concurrent queries", () => {
  it("are sent once, after all callers have asked", async () => {
    let now = "before";
    const { query, sql } = askedOf(async () => now);
    const answers = [sql.query("SELECT $1", [7]), sql.query("SELECT $1", [7])];
    now = "after";
    await expect(Promise.all(answers)).resolves.toEqual(["after", "after"]);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it("are sent again for a later caller, without waiting", async () => {
    const unanswered = new Promise<never>(() => {});
    const answers = [unanswered, Promise.resolve("later")];
    const { query, sql } = askedOf(() => answers.shift() ?? unanswered);
    void sql.query("SELECT $1", [7]);
    await nextRound();
    expect(query).toHaveBeenCalledTimes(1);
    await expect(sql.query("SELECT $1", [7])).resolves.toBe("later");
  });

  it("are shared only if statement and parameters are equal", async () => {
    const { sql } = askedOf(async (statement, parameters) => [statement, parameters]);
    const questions: [string, unknown[]?][] = [
      ["SELECT $1", [7]],
      ["SELECT $1", [8]],
      ["SELECT -$1", [7]],
      ["SELECT 1"],
    ];
    const answers = await Promise.all(questions.map((question) => sql.query(...question)));
    expect(answers).toEqual(
      questions.map(([statement, parameters = []]) => [statement, parameters]),
    );
  });

  it("fail for all callers, and are sent again afterwards", async () => {
    const answers = [Promise.reject(new Error("gone")), Promise.resolve("back")];
    const { sql } = askedOf(() => answers.shift() ?? Promise.reject(new Error("asked again")));
    const asked = [sql.query("SELECT $1", [7]), sql.query("SELECT $1", [7])];
    for (const answer of asked) await expect(answer).rejects.toThrow("gone");
    await expect(sql.query("SELECT $1", [7])).resolves.toBe("back");
  });
});

import { setImmediate as nextRound } from "node:timers/promises";
import { coalesceQueries } from "#infra/db/connection/coalesce-queries.ts";
import type { Sql } from "#infra/db/sql.ts";

type Answer = (statement: string, parameters?: unknown[]) => Promise<unknown>;

const askedOf = (answer: Answer) => {
  const query = jest.fn(answer);
  return { query, sql: coalesceQueries({ query } satisfies Sql) };
};

describe("what many ask in one moment", () => {
  it("is asked once, after all of them came", async () => {
    let now = "before";
    const { query, sql } = askedOf(async () => now);
    const answers = [sql.query("SELECT $1", [7]), sql.query("SELECT $1", [7])];
    now = "after";
    await expect(Promise.all(answers)).resolves.toEqual(["after", "after"]);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it("is asked anew by whoever comes later, and waits for nobody", async () => {
    const unanswered = new Promise<never>(() => {});
    const answers = [unanswered, Promise.resolve("later")];
    const { query, sql } = askedOf(() => answers.shift() ?? unanswered);
    void sql.query("SELECT $1", [7]);
    await nextRound();
    expect(query).toHaveBeenCalledTimes(1);
    await expect(sql.query("SELECT $1", [7])).resolves.toBe("later");
  });

  it("is shared by those alone who ask the same", async () => {
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

  it("fails for all of them, and is asked anew then", async () => {
    const answers = [Promise.reject(new Error("gone")), Promise.resolve("back")];
    const { sql } = askedOf(() => answers.shift() ?? Promise.reject(new Error("asked again")));
    const asked = [sql.query("SELECT $1", [7]), sql.query("SELECT $1", [7])];
    for (const answer of asked) await expect(answer).rejects.toThrow("gone");
    await expect(sql.query("SELECT $1", [7])).resolves.toBe("back");
  });
});

import { existsSync } from "node:fs";
import path from "node:path";
import { addProbes, applyEdit } from "./guard-edit.ts";
import { selectMutants, findMutants, findMutantsInFile } from "./find-mutants.ts";
import { findUnusedSourceNames, selectTests } from "../test-selection.ts";

/** Returns the mutants of a source text as `original → replacement`. */
const listMutants = (source: string): string[] =>
  findMutantsInFile("any.ts", source).map(
    ({ original, replacement }) => `${original} → ${replacement}`,
  );

/** Returns the mutants of an SQL statement in a template literal. */
const listSqlMutants = (sql: string): string[] => listMutants(`query(\`${sql}\`);`);

describe("a mutant in SQL", () => {
  it.each([
    ["SELECT FROM turns", []],
    ["DELETE FROM turns WHERE id = $1", ["id = $1 → true"]],
    [
      "SELECT FROM turns WHERE id = $1 AND NOT refunded ORDER BY id LIMIT $2",
      ["id = $1 → true", "NOT refunded → true"],
    ],
    [
      "SELECT FROM turns t JOIN debates d ON d.id = t.debate_id AND d.is_public LEFT JOIN a ON a.x = t.x",
      ["d.id = t.debate_id → true", "d.is_public → true", "a.x = t.x → true"],
    ],
    [
      "SELECT count(*) FILTER (WHERE said = 'up')::int FROM votes GROUP BY id HAVING count(*) > 1",
      ["said = 'up' → true", "count(*) > 1 → true"],
    ],
    [
      "INSERT INTO a (b) SELECT $1 ON CONFLICT (b) DO UPDATE SET c = 1 WHERE a.c = 0 RETURNING b",
      ["a.c = 0 → true"],
    ],
    [
      "SELECT FROM turns WHERE id IN (SELECT id FROM debates WHERE user_id = $1)",
      ["id IN (SELECT id FROM debates WHERE user_id = $1) → true", "user_id = $1 → true"],
    ],
    [
      "SELECT FROM users WHERE a = 1 OR b = 2 AND c = 3",
      [
        "a = 1 OR b = 2 AND c = 3 → true",
        "a = 1 → false",
        "b = 2 AND c = 3 → false",
        "b = 2 → true",
        "c = 3 → true",
      ],
    ],
    [
      "UPDATE turns SET a = 1 WHERE id = $1 AND (status = 'pending' OR (status = 'running' AND beat < now()))",
      [
        "id = $1 → true",
        "(status = 'pending' OR (status = 'running' AND beat < now())) → true",
        "status = 'pending' → false",
        "(status = 'running' AND beat < now()) → false",
        "status = 'running' → true",
        "beat < now() → true",
      ],
    ],
    [
      "SELECT FROM a WHERE b BETWEEN 1 AND 2 AND c IS DISTINCT FROM 'x AND y'",
      ["b BETWEEN 1 AND 2 → true", "c IS DISTINCT FROM 'x AND y' → true"],
    ],
    [
      "SELECT FROM a WHERE CASE WHEN b AND c THEN d ELSE e END AND f",
      ["CASE WHEN b AND c THEN d ELSE e END → true", "f → true"],
    ],
    ["SELECT FROM a WHERE left(b, 1) = 'x' LEFT JOIN c USING (d)", ["left(b, 1) = 'x' → true"]],
    ["SELECT DISTINCT ON (a) b FROM c WHERE true", []],
    ["AND topic ILIKE $1", ["topic ILIKE $1 → true"]],
    ["SELECT FROM a WHERE b -- AND never\n AND c", ["b → true", "c → true"]],
    ["Where there is a will, there is a way AND more", []],
  ])("of %j replaces a part of a condition", (sql, mutants) => {
    expect(listSqlMutants(sql)).toEqual(mutants);
  });

  it.each([
    ["SELECT FROM debates FOR UPDATE", ["FOR UPDATE → nothing"]],
    ["SELECT FROM users FOR NO KEY UPDATE", ["FOR NO KEY UPDATE → nothing"]],
    [
      "SELECT FROM a LIMIT $1 FOR UPDATE SKIP LOCKED",
      ["FOR UPDATE SKIP LOCKED → nothing", "SKIP LOCKED → nothing"],
    ],
    ["INSERT INTO a VALUES (1) ON CONFLICT DO NOTHING", ["ON CONFLICT DO NOTHING → nothing"]],
    [
      "INSERT INTO a VALUES (1) ON CONFLICT (b, c) DO NOTHING RETURNING b",
      ["ON CONFLICT (b, c) DO NOTHING → nothing"],
    ],
    ["SELECT pg_try_advisory_xact_lock($1) AS held", ["pg_try_advisory_xact_lock($1) → true"]],
    ["SELECT pg_advisory_lock($1)", ["pg_advisory_lock → nothing"]],
    ["SELECT FROM debates FOR ${strength}", ["FOR ${strength} → nothing"]],
  ])("of %j replaces a lock", (sql, mutants) => {
    expect(listSqlMutants(sql)).toEqual(mutants);
  });

  it("keeps a placeholder as part of a condition", () => {
    const source = "query(`WHERE ${p}attempt = $2 AND at < now() - ${since(`a AND b`)} AND c`)";
    expect(listMutants(source)).toEqual([
      "${p}attempt = $2 → true",
      "at < now() - ${since(`a AND b`)} → true",
      "c → true",
    ]);
  });

  it("may be in a constant of the file that a statement contains", () => {
    const source = `
      const AGAIN = { listener: "version = 0 AND failed", admin: \`ready\` } as const;
      const SORTS = { popular: { where: "turns > 0", order: "id" }, newest: { where: "true" } };
      query(\`WHERE \${AGAIN[who]} AND \${SORTS[sort].where}\`);`;
    expect(listMutants(source)).toEqual([
      "version = 0 → true",
      "failed → true",
      "ready → true",
      "turns > 0 → true",
    ]);
  });

  it("keeps every parameter, since PostgreSQL would reject the statement without it", () => {
    const source = `query("WHERE a = $1 OR b = $2");`;
    expect(findMutantsInFile("any.ts", source).map(({ edit }) => applyEdit(source, edit))).toEqual([
      `query("WHERE (a = $1 OR b = $2 OR true)");`,
      `query("WHERE (a = $1 AND false) OR b = $2");`,
      `query("WHERE a = $1 OR (b = $2 AND false)");`,
    ]);
  });
});

describe("a mutant in TypeScript", () => {
  it.each([
    ["tx.find(Debate, { lock: { mode: 'x' }, where });", ["lock: { mode: 'x' } → nothing"]],
    [
      "lockRows(tx, 'debates', { where: 'id = $1 AND NOT refunded' });",
      ["{ where: 'id = $1 AND NOT refunded' } → nothing", "id = $1 → true", "NOT refunded → true"],
    ],
    [
      "after(() => announce.votesUpdated(id));",
      ["after(() => announce.votesUpdated(id)) → nothing"],
    ],
    ["after(() => context.logger.info({ id }, 'done'));", []],
    [
      "await runEffect(logger, () => enqueue(a, b));",
      ["runEffect(logger, () => enqueue(a, b)) → nothing"],
    ],
    ["context.announce.turnStarted(turn);", ["context.announce.turnStarted(turn) → nothing"]],
    ["jobs.map((job) => enqueue(job, {}).catch(log));", ["enqueue(job, {}).catch(log) → nothing"]],
    ["reader.enqueue(chunk);", []],
    ["io.to(room).emit('a', 1);", ["io.to(room).emit('a', 1) → nothing"]],
    ["io.in(room).disconnectSockets(true);", ["io.in(room).disconnectSockets(true) → nothing"]],
  ])("of %j removes a lock or an effect", (source, mutants) => {
    expect(listMutants(source)).toEqual(mutants);
  });
});

describe("an early exit", () => {
  const listExitMutants = (source: string, file = "worker/any.ts") =>
    findMutantsInFile(file, source).map(
      ({ original, replacement }) => `${original} → ${replacement}`,
    );

  it.each([
    ["if (a) throw new Error(b);", ["if (a) throw new Error(b); → false"]],
    ["if (!a) return;", ["if (!a) return; → false"]],
    ["if (a) { log(a); return b; }", ["if (a) return b; → false"]],
    [
      "for (;;) { if (a) continue; if (b) break; }",
      ["if (a) continue; → false", "if (b) break; → false"],
    ],
    ["if (a) control.abort(new Reason());", ["if (a) control.abort(new Reason()); → false"]],
    ["if (a) void this.#end();", ["if (a) void this.#end(); → false"]],
    ["if (a) await socket.disconnect(true);", ["if (a) await socket.disconnect(true); → false"]],
    ["if (a) refuse(b);", ["if (a) refuse(b); → false"]],
    ["if (a) count += 1;", []],
    ["if (a) log(b); else return;", ["if (a) … else return; → true"]],
    [
      "if (a) { if (b) return c; log(b); } else if (d) throw e;",
      ["if (b) return c; → false", "if (d) throw e; → false"],
    ],
    ["await requireBudget(tx, viewer);", ["requireBudget(tx, viewer) → nothing"]],
    ["signal.throwIfAborted();", ["signal.throwIfAborted() → nothing"]],
    ["const known = requireBudget(tx); required(known);", []],
  ])("in %j is removed", (source, mutants) => {
    expect(listExitMutants(source)).toEqual(mutants);
  });

  it("is removed where requests, sockets and jobs are handled, but not in pure code", () => {
    const source = "if (a) return;";
    expect(listExitMutants(source, "api/commands/votes/cast-vote.ts")).toHaveLength(1);
    expect(listExitMutants(source, "api/http/parse.ts")).toEqual([]);
    expect(listExitMutants(source, "worker/llm/vendors/claude.ts")).toEqual([]);
  });

  it.each([
    ["if (a || b) return;", "if (((a || b) && false)) return;"],
    ["if (a) b(); else return;", "if (((a) || true)) b(); else return;"],
    ["await requireMail(a);", "await undefined;"],
  ])("in %j becomes %j", (source, left) => {
    const [{ edit } = {}] = findMutantsInFile("worker/any.ts", source);
    expect(edit && applyEdit(source, edit)).toBe(left);
  });

  it("has a probe that records the tests in which it is taken", () => {
    const source =
      "if (a.some((b) => { if (b) return c; })) requireX(); requireY(await d); requireZ();";
    const mutants = findMutantsInFile("worker/any.ts", source);
    const ids = mutants.map(({ id }) => id);
    expect(mutants.map(({ statements }) => statements)).toEqual(ids.map((id) => [id]));
    expect(addProbes(source, mutants)).toBe(
      `if (noteExit("${ids[0]}", true, a.some((b) => { if (noteExit("${ids[1]}", true, b)) return c; }))) ` +
        `requireX(); (noteExit("${ids[2]}", true, true), requireY(await d)); ` +
        `noteThrown("${ids[3]}", () => requireZ());`,
    );
  });
});

describe("a mutant", () => {
  it("has a unique id that does not depend on its line", () => {
    const [first, second] = findMutantsInFile("a.ts", "after(x); after(x);");
    const [moved] = findMutantsInFile("a.ts", "// more\n\nafter(x); after(x);");
    expect(moved).toMatchObject({ id: first?.id, line: 3 });
    expect(second?.id).not.toBe(first?.id);
  });

  it("is chosen by a part of its path or id, and an unknown part is an error", () => {
    const all = ["a/b.ts#1", "a/c.ts#2", "d.ts#3"].map((id) => ({ id }));
    const chosen = (...parts: string[]) => selectMutants(all, parts).map(({ id }) => id);
    expect(chosen("")).toEqual(["a/b.ts#1", "a/c.ts#2", "d.ts#3"]);
    expect(chosen("#3", "a/b")).toEqual(["a/b.ts#1", "d.ts#3"]);
    expect(() => chosen("a/", "#4")).toThrow('There is no mutant "#4".');
  });

  it("lists the parts that identify its statement, if they are long enough", () => {
    const statement = "const A = `SELECT b FROM c WHERE d = ${E} AND f = 1 FOR UPDATE`;";
    const short = "lockRows(tx, 'c', { where: 'd = $1' }); after(() => announce.g());";
    const known = findMutantsInFile("a.ts", statement + short).map((mutant) => mutant.statements);
    expect(known).toEqual([
      ["SELECT b FROM c WHERE d = "],
      [" AND f = 1 FOR UPDATE"],
      [" AND f = 1 FOR UPDATE"],
      [],
      [],
      [],
    ]);
  });

  it("is in a source that tests watch", async () => {
    const mutants = await findMutants(process.cwd());
    expect(mutants.length).toBeGreaterThan(200);
    const tests = [...new Set(mutants.flatMap(({ file }) => selectTests(file)))];
    expect(tests.filter((file) => !existsSync(file))).toEqual([]);
    for (const { file } of mutants) expect(selectTests(file)).not.toEqual([]);
    expect(findUnusedSourceNames(mutants.map(({ file }) => file))).toEqual([]);
  });

  it("is tried with the tests that are named after its source", async () => {
    const files = new Set((await findMutants(process.cwd())).map(({ file }) => file));
    const missing = [...files].flatMap((file) =>
      ["api", "audio", "infra", "worker"]
        .map((folder) => `tests/${folder}/${path.basename(file, ".ts")}.test.ts`)
        .filter((test) => existsSync(test) && !selectTests(file).includes(test)),
    );
    expect(missing).toEqual([]);
  });
});

import type { DataSource } from "typeorm";
import { getJudgeFigures } from "#api/queries/judging/get-judge-figures.ts";
import { getJudgeRules } from "#api/queries/judging/get-judge-rules.ts";
import { readEnv } from "#infra/env.ts";
import { JudgeFigures, JudgeRules } from "#shared/contract/judging.ts";
import { MAX_SHOWN_SEASONS } from "#shared/domain/debates/judging/seasons.ts";
import { openAuditDatabase } from "#worker/judge-audit/audit-database.ts";
import { createCharter, saveCharter, startSeason } from "#worker/judging/charter.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
let databaseUrl: string;
useTestDatabase((opened, url) => {
  [db, databaseUrl] = [opened, url];
  return db.query("INSERT INTO users (username, email, password) VALUES ('ada', 'ada@x.org', '')");
});
beforeEach(() => db.query("TRUNCATE charters CASCADE"));

const hashOf = (digit: string) => digit.repeat(64);
const charterOf = (digit: string) => ({ hash: hashOf(digit), text: `Text of ${digit}` });
const addSeason = (digit: string) => startSeason(db, charterOf(digit));

interface VerdictOptions {
  /** How long ago the verdict was given, as a PostgreSQL interval. */
  ago?: string;
  /** The judge's two answers; null for a verdict of several judges (a panel). */
  answers?: readonly [first: string, second: string] | null;
  judge?: string;
}

const addVerdict = (
  digit: string,
  winner: string,
  { ago = "1 hour", answers = [winner, winner], judge = "claude" }: VerdictOptions = {},
) =>
  db.query(
    `WITH debate AS (INSERT INTO debates (topic, user_id) SELECT 'A motion', min(id) FROM users RETURNING id)
     INSERT INTO verdicts (debate_id, charter, judge, winner, wavered, first_winner, second_winner, decided_at)
     SELECT id, $1, $2, $3, $4::text IS DISTINCT FROM $5, $4, $5, now() - $6::interval FROM debate`,
    [hashOf(digit), judge, winner, answers?.[0] ?? null, answers?.[1] ?? null, ago],
  );

const readFigures = async () => JudgeFigures.parse(await getJudgeFigures(db));

it("the judge's figures are those of the present charter, without sealed verdicts", async () => {
  const NONE = { total: 0, botA: 0, botB: 0, draw: 0, wavered: 0 };
  expect(await readFigures()).toMatchObject({ charter: null, seasons: [], verdicts: NONE });
  await addSeason("a");
  await addVerdict("a", "bot_a", { ago: "2 days" });
  await addSeason("b");
  expect(await readFigures()).toMatchObject({
    charter: { hash: hashOf("b"), text: "Text of b", season: 2 },
    verdicts: NONE,
  });
  await addVerdict("b", "bot_b");
  await addVerdict("b", "draw", { answers: ["bot_a", "bot_b"] });
  await addVerdict("b", "bot_a", { ago: "5 minutes" });
  const { verdicts } = await readFigures();
  expect(verdicts).toMatchObject({ total: 2, botA: 0, botB: 1, draw: 1, wavered: 1 });
});

describe("a season", () => {
  it("is started only by another charter, and a return to an earlier one has a new number", async () => {
    for (const digit of ["a", "a", "b", "a"]) await addSeason(digit);
    const { charter, seasons } = await readFigures();
    expect(charter).toMatchObject({ hash: hashOf("a"), season: 3 });
    expect(seasons.map(({ number, hash }) => [number, hash])).toEqual([
      [3, hashOf("a")],
      [2, hashOf("b")],
      [1, hashOf("a")],
    ]);
    const [present, second, first] = seasons;
    expect([present?.until, second?.until, first?.until]).toEqual([
      null,
      present?.since,
      second?.since,
    ]);
    expect(charter?.since).toBe(present?.since);
  });

  it("is started once by workers that start at the same time", async () => {
    await Promise.all(Array.from({ length: 8 }, () => addSeason("a")));
    expect((await readFigures()).seasons).toHaveLength(1);
  });

  it("is not started by a test with baits that has other variables", async () => {
    await addSeason("a");
    await saveCharter(db, charterOf("b"));
    expect((await readFigures()).charter?.hash).toBe(hashOf("a"));
    await expect(getJudgeRules(db, hashOf("b"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("stays readable by its hash when it is too old for the list", async () => {
    for (let n = 0; n <= MAX_SHOWN_SEASONS; n++) await addSeason("abc"[n % 3]!);
    expect((await readFigures()).seasons.map(({ number }) => number)).toEqual(
      Array.from({ length: MAX_SHOWN_SEASONS }, (_season, n) => MAX_SHOWN_SEASONS + 1 - n),
    );
    const rules = JudgeRules.parse(await getJudgeRules(db, hashOf("a")));
    expect(rules).toMatchObject(charterOf("a"));
    expect(rules.seasons.map(({ number }) => number)).toEqual([19, 16, 13, 10, 7, 4, 1]);
  });

  it("does not exist for a charter with verdicts only, whose text can still be read", async () => {
    await saveCharter(db, charterOf("d"));
    await addVerdict("d", "draw");
    expect(await getJudgeRules(db, hashOf("d"))).toEqual({ ...charterOf("d"), seasons: [] });
  });
});

it("the judge's figures count what single judges answered when they wavered", async () => {
  await addSeason("a");
  for (const [first, second, times] of [
    ["bot_a", "bot_b", 3],
    ["bot_b", "bot_a", 2],
    ["draw", "bot_a", 1],
    ["bot_b", "draw", 1],
  ] as const)
    for (let n = 0; n < times; n++) await addVerdict("a", "draw", { answers: [first, second] });
  await addVerdict("a", "bot_a");
  await addVerdict("a", "draw");
  await addVerdict("a", "draw", { answers: null, judge: "panel" });
  const { verdicts } = await readFigures();
  expect(verdicts).toMatchObject({ total: 10, wavered: 7 });
  expect(verdicts.waveredAnswers).toEqual({ labelA: 3, labelB: 2, oneDraw: 2 });
});

it("the judge's self-agreement counts pairs under the same charter, with kappa from 30 on", async () => {
  await addSeason("a");
  await addSeason("c");
  const add = async (first: string, second: string, options: Record<string, string> = {}) => {
    const { charter = "c", status = "complete", judge = "claude" } = options;
    await addVerdict("c", first, { judge });
    await db.query(
      `INSERT INTO verdict_repeats (debate_id, judge, charter, winner, status)
       SELECT max(debate_id), $4, $1, $2, $3 FROM verdicts`,
      [hashOf(charter), second, status, judge],
    );
  };
  for (let n = 0; n < 14; n++) await add("bot_a", "bot_a");
  for (let n = 0; n < 13; n++) await add("bot_b", "bot_b");
  await add("bot_b", "bot_b", { judge: "grok" });
  await add("bot_a", "draw");
  await add("bot_a", "bot_b", { charter: "a" });
  await add("bot_a", "bot_b", { status: "failed" });
  await add("bot_a", "bot_b", { status: "running" });
  expect((await readFigures()).selfAgreement).toEqual({
    pairs: 29,
    agreed: 28,
    kappa: null,
    failed: 1,
    judges: [
      { judge: "claude", pairs: 28, agreed: 27, kappa: null },
      { judge: "grok", pairs: 1, agreed: 1, kappa: null },
    ],
  });
  await add("bot_a", "bot_a");
  const { selfAgreement } = await readFigures();
  expect(selfAgreement).toMatchObject({ pairs: 30, agreed: 29 });
  expect(selfAgreement.kappa?.value).toBeCloseTo(0.935, 2);
  expect(selfAgreement.judges.map(({ kappa }) => kappa)).toEqual([null, null]);
  await add("bot_a", "bot_a");
  expect((await readFigures()).selfAgreement.judges[0]?.kappa?.value).toBeGreaterThan(0.9);
});

it("the judge's figures leave out repeats whose debate hides its judge", async () => {
  await addSeason("a");
  await addVerdict("a", "bot_a", { judge: "judge" });
  await db.query(
    `INSERT INTO verdict_repeats (debate_id, judge, charter, winner, status)
     SELECT debate_id, 'claude', charter, winner, 'complete' FROM verdicts`,
  );
  expect((await readFigures()).selfAgreement.pairs).toBe(0);
});

it("the judge's figures count the appeals against verdicts under the same charter", async () => {
  await addSeason("b");
  await addVerdict("b", "bot_a");
  await addSeason("d");
  await addVerdict("d", "bot_b");
  expect((await getJudgeFigures(db)).appeals).toEqual({ total: 0, upheld: 0, rejected: 0 });
  const add = (digit: string, decision: string | null) =>
    db.query(
      `INSERT INTO verdict_appeals (debate_id, ground, reason, decision, decision_reason, decided_at)
       SELECT max(debate_id), 'misquoted', '', $2::text, $2, CASE WHEN $2 IS NOT NULL THEN now() END
         FROM verdicts WHERE charter = $1`,
      [hashOf(digit), decision],
    );
  for (const decision of ["upheld", "upheld", "rejected", null]) await add("d", decision);
  await add("b", "upheld");
  const { appeals } = await readFigures();
  expect(appeals).toEqual({ total: 4, upheld: 2, rejected: 1 });
});

describe("the command that tests judges with baits", () => {
  const env = () =>
    readEnv({
      DATABASE_URL: databaseUrl,
      OPENAI_API_KEY: "sk-1",
      OPENAI_MODEL: "a-model",
      XAI_API_KEY: "sk-2",
      GROK_MODEL: "b-model",
      DAILY_SPEND_LIMIT: "1",
    });
  const row = { bait: "padding", trials: 6, gained: 2, low: 0.1, high: 0.7 } as const;
  const usage = {
    provider: "openai",
    model: "a-model",
    requests: 2,
    inputTokens: 1,
    outputTokens: 1,
    characters: 0,
    isEstimated: false,
    price: 1_500_000,
  } as const;
  const createAudit = (gained: number, failures: number) => ({
    label: "A judge",
    model: "any",
    results: [{ ...row, gained, isEffective: false }],
    failures,
    usage,
  });

  it("stores each run for the charter of its variables, and the page shows the last one of each judge", async () => {
    const audits = await openAuditDatabase(env());
    await audits?.save("openai", createAudit(5, 0));
    await audits?.save("openai", createAudit(2, 3));
    await audits?.save("grok", createAudit(0, 0));
    expect((await readFigures()).baitRuns).toEqual([]);
    await startSeason(db, createCharter(env()));
    const { baitRuns } = await readFigures();
    expect(baitRuns).toMatchObject([
      { judge: "grok", model: "b-model", runs: 1, failures: 0, rows: [{ ...row, gained: 0 }] },
      { judge: "openai", model: "a-model", runs: 2, failures: 3, rows: [row] },
    ]);
    await db.query("UPDATE judge_audits SET failures = NULL");
    expect((await readFigures()).baitRuns[0]?.failures).toBeNull();
    await addSeason("e");
    expect((await readFigures()).baitRuns).toEqual([]);
    await audits?.close();
  });

  it("counts as spending of the site, and stores nothing without a database", async () => {
    const audits = await openAuditDatabase(env());
    await audits?.requireBudget(0);
    await audits?.recordUsage(usage);
    await expect(audits?.requireBudget(0)).rejects.toThrow("The daily spending limit is reached.");
    await audits?.close();
    expect(await openAuditDatabase({ ...env(), databaseUrl: undefined })).toBeNull();
  });
});

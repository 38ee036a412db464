import type { DataSource } from "typeorm";
import { getJudgeFigures } from "#api/queries/judging/get-judge-figures.ts";
import { readEnv } from "#infra/env.ts";
import { JudgeFigures } from "#shared/contract/judging.ts";
import { openAuditDatabase } from "#worker/judge-audit/audit-database.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
let databaseUrl: string;
useTestDatabase((opened, url) => {
  [db, databaseUrl] = [opened, url];
});

const hashOf = (digit: string) => digit.repeat(64);
const addCharter = (digit: string, daysAgo: number) =>
  db.query(
    "INSERT INTO charters (hash, text, created_at) VALUES ($1, $2, now() - $3 * interval '1 day')",
    [hashOf(digit), `Text of ${digit}`, daysAgo],
  );
const addVerdict = (digit: string, winner: string, ago = "1 hour", wavered = false) =>
  db.query(
    `WITH debate AS (INSERT INTO debates (topic, user_id) SELECT 'A motion', min(id) FROM users RETURNING id)
     INSERT INTO verdicts (debate_id, charter, judge, winner, wavered, first_winner, second_winner, decided_at)
     SELECT id, $1, 'claude', $2, $3, $2, 'draw', now() - $4::interval FROM debate`,
    [hashOf(digit), winner, wavered, ago],
  );

it("the judge's figures are those of the present charter, without sealed verdicts", async () => {
  const NONE = { total: 0, botA: 0, botB: 0, draw: 0, wavered: 0 };
  const empty = JudgeFigures.parse(await getJudgeFigures(db));
  expect(empty).toMatchObject({ charter: null, verdicts: NONE });
  await db.query("INSERT INTO users (username, email, password) VALUES ('ada', 'ada@x.org', '')");
  await addCharter("a", 3);
  await addVerdict("a", "bot_a", "2 days");
  await addCharter("b", 1);
  const fresh = JudgeFigures.parse(await getJudgeFigures(db));
  expect(fresh).toMatchObject({
    charter: { hash: hashOf("b"), text: "Text of b", season: 2 },
    verdicts: NONE,
  });
  await addVerdict("b", "bot_b");
  await addVerdict("b", "draw", "1 hour", true);
  await addVerdict("b", "bot_a", "5 minutes");
  const { verdicts } = await getJudgeFigures(db);
  expect(verdicts).toEqual({ total: 2, botA: 0, botB: 1, draw: 1, wavered: 1 });
  // A new verdict under the earlier charter, as after a change back to earlier models.
  await addVerdict("a", "bot_a", "1 minute");
  expect(await getJudgeFigures(db)).toMatchObject({
    charter: { hash: hashOf("a"), season: 1 },
    verdicts: { total: 1, botA: 1 },
  });
});

it("the judge's self-agreement counts pairs under the same charter, with kappa from 30 on", async () => {
  await addCharter("c", 0);
  const add = async (first: string, second: string, charter = "c", status = "complete") => {
    await addVerdict("c", first);
    await db.query(
      `INSERT INTO verdict_repeats (debate_id, judge, charter, winner, status)
       SELECT max(debate_id), 'claude', $1, $2, $3 FROM verdicts`,
      [hashOf(charter), second, status],
    );
  };
  for (let n = 0; n < 14; n++) await add("bot_a", "bot_a");
  for (let n = 0; n < 14; n++) await add("bot_b", "bot_b");
  await add("bot_a", "draw");
  await add("bot_a", "bot_b", "a");
  await add("bot_a", "bot_b", "c", "failed");
  expect((await getJudgeFigures(db)).selfAgreement).toEqual({ pairs: 29, agreed: 28, kappa: null });
  await add("bot_a", "bot_a");
  const { selfAgreement } = JudgeFigures.parse(await getJudgeFigures(db));
  expect(selfAgreement).toMatchObject({ pairs: 30, agreed: 29 });
  expect(selfAgreement.kappa?.value).toBeCloseTo(0.935, 2);
});

it("the judge's figures count the appeals against verdicts under the same charter", async () => {
  await addCharter("d", 0);
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
  const { appeals } = JudgeFigures.parse(await getJudgeFigures(db));
  expect(appeals).toEqual({ total: 4, upheld: 2, rejected: 1 });
});

it("the judge's figures contain the last run of the bait set under the present charter, which counts as spending", async () => {
  expect((await getJudgeFigures(db)).baits).toBeNull();
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    OPENAI_API_KEY: "sk-1",
    OPENAI_MODEL: "a-model",
    DAILY_SPEND_LIMIT: "1",
  });
  const audits = await openAuditDatabase(env);
  await audits?.requireBudget(0);
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
  const audit = {
    label: "ChatGPT",
    model: "a-model",
    results: [{ ...row, isEffective: false }],
    failures: 0,
    usage,
  };
  await audits?.save("openai", audit);
  await audits?.recordUsage(usage);
  await expect(audits?.requireBudget(0)).rejects.toThrow("The daily spending limit is reached.");
  await audits?.close();
  const { baits } = JudgeFigures.parse(await getJudgeFigures(db));
  expect(baits).toMatchObject({ judge: "openai", model: "a-model", rows: [row] });
  await db.query(
    "INSERT INTO charters (hash, text, created_at) VALUES ($1, '', now() + interval '1 hour')",
    [hashOf("e")],
  );
  expect((await getJudgeFigures(db)).baits).toBeNull();
  expect(await openAuditDatabase({ ...env, databaseUrl: undefined })).toBeNull();
});

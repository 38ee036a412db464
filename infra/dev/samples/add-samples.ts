import type { EntityManager } from "typeorm";
import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { DebateEntity } from "#infra/db/entities/debate.ts";
import { ReactionEntity } from "#infra/db/entities/reaction.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import { selectRows } from "#infra/db/sql.ts";
import { WinnerVoteEntity } from "#infra/db/entities/winner-vote.ts";
import { computePopularity } from "#shared/domain/debates/audience/popularity.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { splitSpeech } from "#shared/domain/text/captions.ts";
import { SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { selectJudge } from "#shared/domain/provider.ts";
import { RECORDED_DEBATES, type RecordedDebate } from "../fakes/recordings/recorded-debates.ts";
import { type CompletedTurn, createCompletedDebate } from "./completed-debate.ts";
import { SAMPLE_DEBATES, SAMPLE_OWNER_EMAIL, type SampleDebate } from "./sample-debates.ts";

const SAMPLES_LOCK_ID = 336_724;
const HOUR_MS = 3_600_000;

/** Returns an account without a password. Creates it if it does not exist. */
const findOrCreateSampleUser = async (tx: EntityManager, email: string): Promise<UserEntity> => {
  const [username = ""] = email.split("@");
  const existing = await tx.findOneBy(UserEntity, { email });
  return existing ?? tx.save(tx.create(UserEntity, { username, email, password: "!" }));
};

const findRecordedDebate = (topic: string): RecordedDebate => {
  const recorded = RECORDED_DEBATES.find((debate) => debate.topic === topic);
  if (recorded === undefined) throw new Error(`There is no recorded debate on: ${topic}`);
  return recorded;
};

/**
 * Adds a "Good point" of each voter to one sentence, which lists of debates then show. The sentence
 * contains a quote of the judge from the best turn that visitors may read.
 */
const addSentenceReactions = async (
  tx: EntityManager,
  debateId: number,
  turns: readonly CompletedTurn[],
  voters: readonly UserEntity[],
): Promise<void> => {
  const [best] = turns
    .slice(0, VISITOR_MAX_TURNS)
    .toSorted((a, b) => b.score - a.score || b.turnNumber - a.turnNumber);
  const [quote = ""] = best?.quotes ?? [];
  const sentence = splitSpeech(best?.content ?? "").findIndex((text) => text.includes(quote));
  if (sentence < 0) return;
  await tx.query(
    `INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
     SELECT id, attempt, $3, unnest($4::int[]) FROM turns WHERE debate_id = $1 AND turn_number = $2`,
    [debateId, best?.turnNumber, sentence, voters.map(({ id }) => id)],
  );
};

/** Hash of the newest charter; null before the first start of a worker, which stores it. */
const findCharter = async (tx: EntityManager): Promise<string | null> => {
  const [charter] = await selectRows<{ hash: string }>(
    tx,
    "SELECT hash FROM charters ORDER BY created_at DESC LIMIT 1",
  );
  return charter?.hash ?? null;
};

const addTurns = async (
  tx: EntityManager,
  debate: DebateEntity,
  sample: SampleDebate,
  recorded: RecordedDebate,
  voters: readonly UserEntity[],
): Promise<void> => {
  const { turns, scores } = createCompletedDebate(recorded, await findCharter(tx));
  const judge = selectJudge(sample.botAProvider, sample.botBProvider);
  const completed = {
    status: "complete",
    attempt: 1,
    judgingStatus: "complete",
    judgingAttempt: 1,
  } as const;
  const rows = turns.map((turn) => ({
    ...turn,
    ...completed,
    model: SIMULATED_MODEL,
    judge,
    judgeModel: SIMULATED_MODEL,
    debateId: debate.id,
    runAt: null,
  }));
  await tx.insert(TurnEntity, rows);
  await addSentenceReactions(tx, debate.id, turns, voters);
  await tx.update(DebateEntity, debate.id, {
    scores,
    status: "completed",
    currentTurn: turns.length,
    spokenAt: debate.createdAt,
    verdictStatus: "complete",
    verdictAttempt: 1,
  });
};

const addVotes = async (
  tx: EntityManager,
  { id: debateId, createdAt }: DebateEntity,
  { winners, reactions }: SampleDebate,
  voters: readonly UserEntity[],
): Promise<void> => {
  const assignToVoters = <Columns extends object>(values: readonly Columns[]) =>
    voters.flatMap(({ id: userId }, i) => (values[i] ? [{ debateId, userId, ...values[i] }] : []));
  await tx.insert(WinnerVoteEntity, assignToVoters(winners.map((winner) => ({ winner }))));
  await tx.insert(ReactionEntity, assignToVoters(reactions.map((type) => ({ type }))));
  const counts = {
    upvotes: reactions.filter((type) => type === "up").length,
    downvotes: reactions.filter((type) => type === "down").length,
    winnerVotes: winners.length,
  };
  await tx.update(DebateEntity, debateId, {
    ...counts,
    popularity: computePopularity({ ...counts, createdAt }),
  });
};

const addSample = async (
  tx: EntityManager,
  owner: UserEntity,
  voters: readonly UserEntity[],
  sample: SampleDebate,
): Promise<void> => {
  const { topic, botAProvider, botBProvider, hoursAgo } = sample;
  const recorded = findRecordedDebate(topic);
  const { format, language, turns } = recorded;
  const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  const plan = {
    topic,
    language,
    format,
    botAProvider,
    botBProvider,
    maxTurns: turns.length,
    createdAt,
  };
  const stances = { botAStance: "for", botBStance: "against" } as const;
  const debate = await tx.save(tx.create(DebateEntity, { ...plan, ...stances, userId: owner.id }));
  await addTurns(tx, debate, sample, recorded, voters);
  await addVotes(tx, debate, sample, voters);
};

const addMissingSamples = async (tx: EntityManager): Promise<number> => {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [SAMPLES_LOCK_ID]);
  const owner = await findOrCreateSampleUser(tx, SAMPLE_OWNER_EMAIL);
  const existingDebates = await tx.findBy(DebateEntity, { userId: owner.id });
  const missing = SAMPLE_DEBATES.filter(({ topic }) =>
    existingDebates.every((d) => d.topic !== topic),
  );
  if (missing.length === 0) return 0;
  const voterCount = Math.max(
    ...SAMPLE_DEBATES.flatMap((s) => [s.winners.length, s.reactions.length]),
  );
  const voters: UserEntity[] = [];
  while (voters.length < voterCount)
    voters.push(
      await findOrCreateSampleUser(tx, `sample-voter-${voters.length + 1}@sample.invalid`),
    );
  // Adds the oldest debate first, so that newer debates have higher ids.
  const oldestFirst = missing.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const sample of oldestFirst) await addSample(tx, owner, voters, sample);
  return missing.length;
};

/** Adds the missing sample debates and returns their number. */
export const addSamples = async (databaseUrl: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND_CONNECTIONS).initialize();
  try {
    return await db.transaction(addMissingSamples);
  } finally {
    await db.destroy();
  }
};

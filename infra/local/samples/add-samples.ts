import type { EntityManager } from "typeorm";
import { COMMAND, createDataSource } from "../../db/data-source.ts";
import { Debate } from "../../db/entities/debate.ts";
import { Reaction } from "../../db/entities/reaction.ts";
import { Turn } from "../../db/entities/turn.ts";
import { User } from "../../db/entities/user.ts";
import { WinnerVote } from "../../db/entities/winner-vote.ts";
import { popularity } from "#shared/domain/popularity.ts";
import { judgeFor } from "#shared/domain/provider.ts";
import { type HeldDebate, holdDebates } from "./hold-debate.ts";
import { SAMPLE_DEBATES, type SampleDebate } from "./sample-debates.ts";

const SAMPLES_LOCK = 336_723;
const HOUR_MS = 3_600_000;

/** An account without a password. */
const sampleUser = async (tx: EntityManager, username: string): Promise<User> => {
  const email = `${username}@sample.invalid`;
  const known = await tx.findOneBy(User, { email });
  return known ?? tx.save(tx.create(User, { username, email, password: "!" }));
};

const addTurns = async (
  tx: EntityManager,
  debate: Debate,
  sample: SampleDebate,
  { turns, scores }: HeldDebate,
): Promise<void> => {
  const judge = judgeFor(sample.botAProvider, sample.botBProvider);
  const done = {
    status: "complete",
    attempt: 1,
    judgingStatus: "complete",
    judgingAttempt: 1,
  } as const;
  const rows = turns.map((turn) => ({ ...turn, ...done, judge, debateId: debate.id, runAt: null }));
  await tx.insert(Turn, rows);
  await tx.update(Debate, debate.id, {
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
  { id: debateId, createdAt }: Debate,
  { winners, reactions }: SampleDebate,
  voters: readonly User[],
): Promise<void> => {
  const by = <Said extends object>(said: readonly Said[]) =>
    voters.flatMap(({ id: userId }, i) => (said[i] ? [{ debateId, userId, ...said[i] }] : []));
  await tx.insert(WinnerVote, by(winners.map((winner) => ({ winner }))));
  await tx.insert(Reaction, by(reactions.map((type) => ({ type }))));
  const counts = {
    upvotes: reactions.filter((type) => type === "up").length,
    downvotes: reactions.filter((type) => type === "down").length,
    winnerVotes: winners.length,
  };
  await tx.update(Debate, debateId, {
    ...counts,
    popularity: popularity({ ...counts, createdAt }),
  });
};

const addSample = async (
  tx: EntityManager,
  owner: User,
  voters: readonly User[],
  sample: SampleDebate,
  held: HeldDebate,
): Promise<void> => {
  const { topic, format, botAProvider, botBProvider, maxTurns, hoursAgo } = sample;
  const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  const plan = { topic, format, botAProvider, botBProvider, maxTurns, createdAt };
  const stances = { botAStance: "for", botBStance: "against" } as const;
  const debate = await tx.save(tx.create(Debate, { ...plan, ...stances, userId: owner.id }));
  await addTurns(tx, debate, sample, held);
  await addVotes(tx, debate, sample, voters);
};

const addMissing = async (tx: EntityManager): Promise<number> => {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [SAMPLES_LOCK]);
  const owner = await sampleUser(tx, "sample");
  const known = await tx.findBy(Debate, { userId: owner.id });
  const missing = SAMPLE_DEBATES.filter(({ topic }) => known.every((d) => d.topic !== topic));
  if (missing.length === 0) return 0;
  const mostVotes = Math.max(
    ...SAMPLE_DEBATES.flatMap((s) => [s.winners.length, s.reactions.length]),
  );
  const voters: User[] = [];
  while (voters.length < mostVotes)
    voters.push(await sampleUser(tx, `sample-voter-${voters.length + 1}`));
  // Oldest first, so that ids follow time.
  const held = holdDebates(SAMPLE_DEBATES);
  const inOrder = SAMPLE_DEBATES.map((sample, n) => ({ sample, held: held[n] })).filter(
    ({ sample }) => missing.includes(sample),
  );
  inOrder.sort((a, b) => b.sample.hoursAgo - a.sample.hoursAgo);
  for (const { sample, held: debate } of inOrder)
    if (debate) await addSample(tx, owner, voters, sample, debate);
  return missing.length;
};

/** Adds the missing sample debates and returns their number. */
export const addSamples = async (databaseUrl: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  try {
    return await db.transaction(addMissing);
  } finally {
    await db.destroy();
  }
};

import { requestNextTurn, registerUser, createDebateWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, type TestProcess } from "#tests/helpers/test-stack.ts";
import type { AttackRequest, AttackResult } from "../processes/attacker.ts";
import { prepareDebate } from "../support/watched-turn.ts";
import { computeMedians, measureAlternately } from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import { ENDLESS_TOPIC, FAILING_TOPIC } from "../support/scripted-speech.ts";
import type { BenchRow } from "../support/table.ts";

const ROUNDS = 7;
const JOINS = 60_000;
const RESTARTS = 300;
const SHORT_TURN_TOKENS = 30;

/** Returns the milliseconds to the first words of a turn. */
const measureFirstWords = async ({ stack, user }: BenchHarness): Promise<number> => {
  const debate = await prepareDebate(stack.origin, user, SHORT_TURN_TOKENS);
  const { first } = await debate.runTurn();
  await debate.judged();
  debate.close();
  return first;
};

/**
 * Returns the milliseconds to the first words of a turn while visitors' sockets send 60,000 joins to
 * a debate, a model replies with 40 MB, and a user restarts a failing turn 300 times.
 */
const measureUnderAttack = async (
  harness: BenchHarness,
  attacker: TestProcess,
): Promise<number> => {
  const { origin } = harness.stack;
  const attackingUser = await registerUser(origin);
  await harness.giveCredits(attackingUser);
  const speakers = { botAProvider: "openai", botBProvider: "openai" };
  const endless = await createDebateWith(attackingUser, { topic: ENDLESS_TOPIC, ...speakers });
  const failing = await createDebateWith(attackingUser, { topic: FAILING_TOPIC, ...speakers });
  const attack: AttackRequest = {
    origin,
    debateId: endless.id,
    joins: JOINS,
    cookie: attackingUser.cookie,
    failingId: failing.id,
    restarts: RESTARTS,
  };
  const result = attacker.ask({ ...attack });
  await requestNextTurn(attackingUser, endless.id);
  const startedAt = Date.now();
  const first = await measureFirstWords(harness);
  const { joins, restarts, endedAt } = (await result) as AttackResult;
  // The attack must not have ended before the measurement began.
  if (joins === 0 || restarts === 0 || endedAt < startedAt)
    throw new Error(`the attack ended too early: ${joins} joins and ${restarts} restarts`);
  return first;
};

/** Compares the time to the first words during an attack and without one. */
export const benchUnderAttack = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(name, async (harness) => {
    const attacker = await startTestProcess("bench/attacker.js", [], {});
    try {
      const times = await measureAlternately(
        {
          ours: () => measureUnderAttack(harness, attacker),
          bare: () => measureFirstWords(harness),
        },
        { rounds: ROUNDS },
      );
      return [
        {
          name: `First words during 60,000 joins, a reply of 40 MB and 300 restarts, ${name}, against none of them`,
          unit: "ms",
          ...computeMedians(times, (ms) => ms),
          budget: { atMost: 1.25 },
        },
      ];
    } finally {
      await attacker.kill("SIGKILL");
    }
  });

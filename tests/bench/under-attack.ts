import { nextTurn, registerUser, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { startProcess, type TestProcess } from "../processes.ts";
import type { Attack, Attacked } from "./attacker.ts";
import { prepareDebate } from "./heard-turn.ts";
import { medians, takeTurns } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import { ENDLESS, FAILING } from "./speech-about.ts";
import type { Row } from "./table.ts";

const ROUNDS = 7;
const JOINS = 60_000;
const RESTARTS = 300;
const SHORT = 30;

/** How long the first words take, in milliseconds. */
const press = async ({ stack, user }: Stage): Promise<number> => {
  const debate = await prepareDebate(stack.origin, user, SHORT);
  const { first } = await debate.hear();
  await debate.judged();
  debate.close();
  return first;
};

/** The same while others send 60,000 joins, a reply of 40 MB comes in, and 300 restarts are asked for. */
const pressUnderAttack = async (stage: Stage, attacker: TestProcess): Promise<number> => {
  const { origin } = stage.stack;
  const rascal = await registerUser(origin);
  await stage.giveCredits(rascal);
  const speakers = { botAProvider: "openai", botBProvider: "openai" };
  const endless = await startDebate(rascal, { topic: ENDLESS, ...speakers });
  const failing = await startDebate(rascal, { topic: FAILING, ...speakers });
  const attack: Attack = {
    origin,
    debateId: endless.id,
    joins: JOINS,
    cookie: rascal.cookie,
    failingId: failing.id,
    restarts: RESTARTS,
  };
  const attacked = attacker.ask({ ...attack });
  await nextTurn(rascal, endless.id);
  const pressedAt = Date.now();
  const first = await press(stage);
  const { joins, restarts, endedAt } = (await attacked) as Attacked;
  // Otherwise nothing was beside it.
  if (joins === 0 || restarts === 0 || endedAt < pressedAt)
    throw new Error(`nobody was attacked: ${joins} joins and ${restarts} restarts went out`);
  return first;
};

/** What somebody who only wants to watch a turn feels of those who want to stop it. */
export const underAttack = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    const attacker = await startProcess("bench/attacker.js", [], {});
    try {
      const times = await takeTurns(
        { ours: () => pressUnderAttack(stage, attacker), bare: () => press(stage) },
        { rounds: ROUNDS },
      );
      return [
        {
          name: `First words beside 60,000 joins, a reply of 40 MB and 300 restarts, ${name}, beside none`,
          unit: "ms",
          ...medians(times, (ms) => ms),
          budget: { atMost: 1.25 },
        },
      ];
    } finally {
      await attacker.kill("SIGKILL");
    }
  });

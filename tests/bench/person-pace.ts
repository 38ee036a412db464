import { setTimeout as pause } from "node:timers/promises";
import type { TestBackend } from "../harness.ts";
import { prepareDebate } from "./heard-turn.ts";
import { ROUNDS, summary } from "./live-turns.ts";
import { medians } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import { topicOf } from "./speech-about.ts";
import { besideAllowed, type Row } from "./table.ts";

/** As long as one watches and listens before one presses Next. */
const SILENCE_MS = 12_000;
const SHORT = 30;

/** A press after a silence, the same question asked directly, and a press right after that. */
const pressOnce = async ({ stack, user, askDirectly: ask, spoken }: Stage) => {
  const debate = await prepareDebate(stack.origin, user, SHORT);
  await pause(SILENCE_MS);
  const cold = await debate.hear();
  const { late } = summary([cold], await spoken());
  await debate.judged();
  const direct = await ask(topicOf(1e6, SHORT));
  const warm = await debate.hear();
  await debate.judged();
  debate.close();
  return {
    late,
    first: cold.first,
    direct: direct.first,
    cold: cold.answered,
    warm: warm.answered,
  };
};

/** Somebody alone, at a person's pace. */
export const personPace = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    const first = await pressOnce(stage);
    const presses: (typeof first)[] = [];
    for (let round = 0; round < 2 * ROUNDS + 1; round++) presses.push(await pressOnce(stage));
    const what = `pressed after 12 s of silence, ${name}`;
    const pair = (ours: keyof typeof first, bare: keyof typeof first) => {
      const times = (what: keyof typeof first) => presses.map((press) => press[what]);
      return medians({ ours: times(ours), bare: times(bare) }, (ms) => ms);
    };
    return [
      {
        name: `First words, ${what}`,
        unit: "ms",
        ...pair("first", "direct"),
        budget: { atMost: 1.02 },
      },
      {
        name: `Answer to the press, ${what}, beside one right after another`,
        unit: "ms",
        ...pair("cold", "warm"),
        budget: { atMost: 1.2 },
      },
      {
        name: `Last words late, ${what}`,
        unit: "ms",
        ...besideAllowed(
          presses.map(({ late }) => late),
          8,
        ),
      },
    ];
  });

import type { TestBackend } from "../harness.ts";
import { prepareDebate } from "./heard-turn.ts";
import { medians, takeTurns } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import type { Row } from "./table.ts";

const ROUNDS = 7;
const SHORT = 30;
/** About as long as a vendor takes to look at a text. */
const LOOK_MS = 300;

/** Milliseconds to the first words of a debate just made, and of its second turn, asked for at once. */
const hearTwo = async ({ stack, user, giveCredits }: Stage) => {
  await giveCredits(user);
  const debate = await prepareDebate(stack.origin, user, SHORT);
  const { first } = await debate.hear();
  const { first: second } = await debate.hear();
  await debate.judged();
  debate.close();
  return { first, second };
};

/** What somebody waits for whose topic and turns are looked at, beside one whose are not. */
export const moderatedTurns = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(
    name,
    async (moderated) => {
      const slow = { kind: "moderation", firstTokenMs: LOOK_MS, times: 1000 } as const;
      await moderated.stack.standins.fault(slow);
      return onStage(name, async (plain) => {
        const times = await takeTurns(
          { ours: () => hearTwo(moderated), bare: () => hearTwo(plain) },
          { rounds: ROUNDS },
        );
        const what = `with a moderation of ${LOOK_MS} ms, ${name}, beside none`;
        return [
          {
            name: `First words of a debate just made, ${what}`,
            unit: "ms",
            ...medians(times, ({ first }) => first),
          },
          {
            name: `Those of its second turn, ${what}`,
            unit: "ms",
            ...medians(times, ({ second }) => second),
          },
        ];
      });
    },
    { hasModeration: true },
  );

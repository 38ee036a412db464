import { RECORDED_DEBATES } from "#infra/dev/fakes/recordings/recorded-debates.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import { openTestBackend, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

it.each(["en", "es", "ar"])(
  "a debate on a recorded topic is the recorded one, with its judgements and verdict: %s",
  async (language) => {
    const recorded = RECORDED_DEBATES.find((debate) => debate.language === language);
    if (recorded === undefined) throw new Error("no recorded debate");
    const { topic, turns, verdict, answers } = recorded;
    const backend = await openTestBackend("postgres");
    const harness = await WorkerHarness.open(backend);
    try {
      await harness.startWorker();
      const { id } = await harness.makeDebate({ topic, maxTurns: turns.length });
      for (const _turn of turns) {
        const turnId = await harness.requestTurn({ id });
        await harness.turnIn(turnId, { status: "complete", judgingStatus: "complete" });
      }
      const { scores } = await waitUntil(async () => {
        const debate = await harness.debate(id);
        return debate.verdictStatus === "complete" && debate;
      });
      const stored = await harness.db
        .getRepository(TurnEntity)
        .find({ where: { debateId: id }, order: { turnNumber: "ASC" } });
      expect(
        stored.map(({ content: text, score, ruling, feedback, quotes }) => ({
          text,
          score,
          ruling,
          feedback,
          quotes,
        })),
      ).toEqual(turns);
      expect(scores?.reasoning).toBe(verdict);
      expect(scores?.decision).toMatchObject(combineAnswers(...answers));
    } finally {
      await harness.close();
      await backend.database.drop();
    }
  },
);

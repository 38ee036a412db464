import { openBackend } from "#infra/backend/open-backend.ts";
import { createAnnounce } from "#infra/realtime/announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless.ts";
import type { TurnColumns } from "#infra/views/turn-view.ts";
import { describeBackends, testLogger, until } from "../harness.ts";
import { watchDebate } from "../watcher.ts";
import { GENEROUS, newDebate, startTestApi } from "./test-api.ts";

describeBackends("what a worker announces", (backend) => {
  it("reaches members in full, and visitors up to the fourth turn, without judgement", async () => {
    const api = await startTestApi(backend().env(GENEROUS));
    const owner = await api.person();
    const { id: debateId } = await newDebate(api, owner);
    const member = await watchDebate(api.origin, debateId, owner.client.cookie);
    const visitor = await watchDebate(api.origin, debateId);
    const queues = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    const io = createHeadlessServer(queues);
    const announce = createAnnounce(io);
    const turn = (turnNumber: number): TurnColumns => ({
      id: turnNumber,
      debateId,
      turnNumber,
      role: "bot_a",
      type: "rebuttal",
      status: "complete",
      attempt: 1,
      content: "Speech",
      error: null,
      isHidden: false,
      score: 8,
      feedback: "Good.",
      judge: "grok",
      quotes: ["Speech"],
    });
    for (const number of [4, 5]) {
      announce.turnStarted(turn(number));
      announce.turnDelta(turn(number), 0, "Spe");
      announce.turnCompleted(turn(number));
      announce.turnJudged(turn(number));
      const place = { debateId, turnNumber: number, turnId: number };
      announce.audioReady(place, { status: "ready", durationMs: 9000, version: 1 });
      announce.audioFailed(place, "The voice failed.", false);
    }
    const scores = { botA: 7, botB: 6, reasoning: "Close." };
    announce.debateUpdated({
      id: debateId,
      status: "active",
      currentTurn: 5,
      scores,
      refunded: false,
      refusal: null,
      isPublic: true,
      shareEnabled: true,
      onlyOwnerSteps: false,
      autoPlay: { on: false, by: null },
    });
    for (const watcher of [member, visitor])
      await until(() => watcher.named("debate:updated").length === 1);

    const numbers = ({ turn: { turnNumber } }: { turn: { turnNumber: number } }) => turnNumber;
    expect(member.named("turn:completed").map(numbers)).toEqual([4, 5]);
    expect(member.named("turn:judged")).toHaveLength(2);
    expect(member.named("debate:updated")[0]?.scores).toEqual(scores);
    expect(visitor.named("turn:started").map(numbers)).toEqual([4]);
    expect(visitor.named("turn:delta").map(({ turnId }) => turnId)).toEqual([4]);
    expect(visitor.named("turn:completed")[0]?.turn).toMatchObject({ score: null, judge: null });
    expect(visitor.named("turn:judged")).toEqual([]);
    for (const name of ["audio:ready", "audio:failed"] as const) {
      expect(member.named(name).map(({ turnId }) => turnId)).toEqual([4, 5]);
      expect(visitor.named(name).map(({ turnId }) => turnId)).toEqual([4]);
    }
    expect(visitor.named("debate:updated")[0]).toMatchObject({ currentTurn: 5, scores: null });

    member.close();
    visitor.close();
    await closeHeadlessServer(io);
    await queues.close();
    await api.close();
  });
});

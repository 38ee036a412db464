import { openBackend } from "#infra/backend/open-backend.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import type { TurnColumns } from "#infra/presenters/turn-presenter.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { UNLIMITED_VARIABLES, createPaidDebate, startTestApi } from "./test-api.ts";

const turnOf = (debateId: number, turnNumber: number): TurnColumns => ({
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
  model: "gpt-5.4",
  score: 8,
  ruling: "It holds.",
  feedback: "Good.",
  judge: "grok",
  judgeModel: "grok-4.3",
  quotes: ["Speech"],
});

describeBackends("a worker's events", (backend) => {
  it("reach members completely unless sealed, and visitors up to the fourth turn without judgement", async () => {
    const api = await startTestApi(backend().env(UNLIMITED_VARIABLES));
    const owner = await api.person();
    const { id: debateId } = await createPaidDebate(api, owner);
    const member = await watchDebate(api.origin, debateId, owner.client.cookie);
    const visitor = await watchDebate(api.origin, debateId);
    const queues = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    const io = createHeadlessServer(queues);
    const announce = createEventPublisher(io);
    for (const number of [4, 5]) {
      announce.turnStarted(turnOf(debateId, number));
      announce.turnDelta(turnOf(debateId, number), 0, "Spe");
      announce.turnCompleted(turnOf(debateId, number));
      const running = { status: "active", spokenAt: null, maxTurns: 8 } as const;
      announce.turnJudged(turnOf(debateId, number), running);
      const place = { debateId, turnNumber: number, turnId: number };
      announce.audioReady(place, { status: "ready", durationMs: 9000, version: 1 });
      announce.audioFailed(place, "The voice failed.", false);
    }
    const scores = { botA: 7, botB: 6, reasoning: "Close." };
    announce.debateUpdated({
      id: debateId,
      status: "completed",
      spokenAt: null,
      currentTurn: 5,
      scores,
      refunded: false,
      refusal: null,
      isPublic: true,
      shareEnabled: true,
      onlyOwnerSteps: false,
      spendingPause: null,
      pace: "text",
      autoPlay: { on: false, by: null },
    });
    for (const watcher of [member, visitor])
      await waitUntil(() => watcher.named("debate:updated").length === 1);

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

  it("about a turn that waits for its next attempt reach those who join during the pause", async () => {
    const api = await startTestApi(backend().env(UNLIMITED_VARIABLES));
    const owner = await api.person();
    const { id: debateId } = await createPaidDebate(api, owner);
    const queues = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    const io = createHeadlessServer(queues);
    const announce = createEventPublisher(io);
    const early = await watchDebate(api.origin, debateId, owner.client.cookie);
    const fail = async (turnNumber: number, retryMs: number) => {
      announce.turnWaiting(turnOf(debateId, turnNumber), "overloaded", retryMs);
      await waitUntil(() => early.named("turn:waiting").at(-1)?.turnId === turnNumber);
    };
    const join = async (cookie?: string) => {
      const watcher = await watchDebate(api.origin, debateId, cookie);
      const received = watcher.named("turn:waiting");
      watcher.close();
      return received;
    };
    await fail(5, 30_000);
    expect(await join()).toEqual([]);
    const [waiting] = await join(owner.client.cookie);
    expect(waiting).toMatchObject({ debateId, turnId: 5, attempt: 1, code: "overloaded" });
    expect(waiting?.retryMs).toBeGreaterThan(0);
    expect(waiting?.retryMs).toBeLessThan(30_000);
    await fail(4, 30_000);
    expect(await join()).toMatchObject([{ turnId: 4 }]);
    await fail(3, 1);
    await waitUntil(async () => (await join()).length === 0);

    early.close();
    await closeHeadlessServer(io);
    await queues.close();
    await api.close();
  });

  it("reach many watchers in fewer deltas, with the same text and in order", async () => {
    // The interval is so long that no timer sends the deltas during the test.
    let cadence = 3_600_000;
    const api = await startTestApi(backend().env(UNLIMITED_VARIABLES), {
      getDeltaIntervalMs: () => cadence,
    });
    const { id: debateId } = await createPaidDebate(api, await api.person());
    const watcher = await watchDebate(api.origin, debateId);
    const databaseUrl = backend().database.url;
    const queues = await openBackend({ ...backend().env(), databaseUrl }, testLogger);
    const io = createHeadlessServer(queues);
    const announce = createEventPublisher(io);
    const turn = turnOf(debateId, 1);
    const sendDelta = (offset: number, text: string, attempt = 1) =>
      announce.turnDelta({ ...turn, attempt }, offset, text);

    // These deltas are sent at the same moment, and so arrive in one message.
    sendDelta(0, "One, ");
    sendDelta(5, "two, ");
    sendDelta(10, "three, ");
    // The same delta is sent again, as if its delivery was not confirmed.
    sendDelta(10, "three, ");
    sendDelta(17, "four.");
    // These deltas of another attempt and another turn come without the text before them.
    sendDelta(22, " Lost.", 2);
    sendDelta(28, " Away.", 2);
    announce.turnDelta({ ...turnOf(debateId, 2), attempt: 2 }, 34, "Next.");
    sendDelta(0, "Anew, ", 2);
    sendDelta(6, "and on.", 2);
    announce.turnCompleted({ ...turn, attempt: 2, content: "Anew, and on." });
    await waitUntil(() => watcher.named("turn:completed").length === 1);
    const events = watcher.events.filter(({ name }) => name !== "watchers:updated");
    expect(events.map(({ name, event }) => ("text" in event ? event.text : name))).toEqual([
      "One, ",
      "two, three, ",
      "three, ",
      "four.",
      " Lost.",
      " Away.",
      "Next.",
      "Anew, and on.",
      "turn:completed",
    ]);

    cadence = 60;
    sendDelta(0, "Who waits ", 3);
    sendDelta(10, "is told, ", 3);
    sendDelta(19, "though nothing follows.", 3);
    await waitUntil(() => watcher.textOf(1) === "Who waits is told, though nothing follows.");

    watcher.close();
    await closeHeadlessServer(io);
    await queues.close();
    await api.close();
  });
});

import type { DebateSnapshot } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  hasMissedTurnUpdates,
  hasMissedDebateUpdate,
} from "#web/features/debate/live/detect-missed-updates.ts";
import { buildDebate, buildTurn, toDebateProgress } from "./fixtures.ts";

type TurnRow = DebateSnapshot["turns"][number];

/** A turn as a snapshot contains it, with changes. */
const rowOf = (turn: Turn, change: Partial<TurnRow> = {}): TurnRow => ({
  id: turn.id,
  attempt: turn.attempt,
  status: turn.status,
  audio: turn.audio,
  bytes: Buffer.byteLength(turn.content),
  isJudged: turn.judge !== null,
  isHidden: turn.isHidden,
  ...change,
});
const GRACE = { id: 2, username: "grace" };
const audio = (status: Turn["audio"]["status"], version = 0): Turn["audio"] => ({
  status,
  durationMs: version > 0 ? 1000 : null,
  version,
});

const waiting = buildTurn(3, { status: "pending", attempt: 0, content: "" });
const speaking = buildTurn(3, { status: "streaming", content: "Städte" });
const failed = buildTurn(3, { status: "failed" });
const finished = buildTurn(3);
const judged = buildTurn(3, {
  judge: "grok",
  score: 8,
  ruling: "It holds.",
  feedback: "Good.",
  quotes: [],
});

describe("an update was missed", () => {
  test.each<[string, Turn, Partial<TurnRow>]>([
    ["when the snapshot has another turn", buildTurn(2), { id: 103 }],
    ["when a turn has started", waiting, { status: "streaming", attempt: 1 }],
    ["when a turn has a new attempt", speaking, { attempt: 2 }],
    ["when a turn has more text", speaking, { bytes: 8 }],
    ["when a turn was returned to the queue", speaking, { status: "pending" }],
    ["when a turn failed", speaking, { status: "failed" }],
    ["when a failed turn is pending again", failed, { status: "pending" }],
    ["when a turn is complete", speaking, { status: "complete" }],
    ["when a turn has a judgement", finished, { isJudged: true }],
    ["when a turn has a recording", finished, { audio: audio("ready", 1) }],
    ["when a turn's recording is pending", finished, { audio: audio("pending") }],
    [
      "when a turn's recording failed",
      { ...finished, audio: audio("pending") },
      { audio: audio("failed") },
    ],
    [
      "when a turn has a newer recording",
      { ...finished, audio: audio("ready", 1) },
      { audio: audio("ready", 2) },
    ],
  ])("%s", (_which, current, change) => {
    expect(
      hasMissedTurnUpdates([buildTurn(1), current], [rowOf(buildTurn(1)), rowOf(current, change)]),
    ).toBe(true);
  });

  test.each<[string, Parameters<typeof buildDebate>[0], Partial<DebateSnapshot>]>([
    ["when the debate has more turns", { currentTurn: 1 }, { currentTurn: 2 }],
    ["when the debate is completed", {}, { status: "completed" }],
    ["when Auto-Play was turned on", {}, { autoPlay: { on: true, by: GRACE } }],
    ["when only the owner may step the debate", {}, { onlyOwnerSteps: true }],
    ["when the debate is private", {}, { isPublic: false }],
    ["when sharing was turned off", {}, { shareEnabled: false }],
    ["when the language was changed", {}, { language: "es" }],
    ["when the debate was refunded", {}, { refunded: true }],
    ["when the topic was refused", {}, { refusal: "Because." }],
    ["when the debate has scores", {}, { scores: { botA: 8, botB: 7, reasoning: null } }],
    [
      "when the verdict is final",
      { scores: { botA: 8, botB: 7, reasoning: null } },
      { scores: { botA: 8, botB: 7, reasoning: "" } },
    ],
  ])("%s", (_which, current, change) => {
    const debate = buildDebate(current);
    const row = { ...toDebateProgress(debate), turns: [] };
    expect(hasMissedDebateUpdate(debate, row)).toBe(false);
    expect(hasMissedDebateUpdate(debate, { ...row, ...change })).toBe(true);
  });
});

test.each([true, false])(
  "an update was missed when a turn's hidden state changed to %p",
  (isHidden) => {
    const current = buildTurn(3, { isHidden: !isHidden });
    expect(hasMissedTurnUpdates([current], [rowOf(current)])).toBe(false);
    expect(hasMissedTurnUpdates([current], [rowOf(current, { isHidden })])).toBe(true);
  },
);

describe("a snapshot row reports no missed update", () => {
  test.each<[string, Turn, Partial<TurnRow>]>([
    ["when it is equal", judged, {}],
    ["when it has less text", speaking, { bytes: 3 }],
    [
      "when it is of an earlier attempt",
      { ...speaking, attempt: 2 },
      { attempt: 1, status: "failed" },
    ],
    [
      "when it is from before the turn's start",
      speaking,
      { status: "pending", attempt: 0, bytes: 0 },
    ],
    ["when it is from before the turn's end", finished, { status: "streaming", bytes: 999 }],
    ["when it is from before the judgement", judged, { isJudged: false }],
    [
      "when it is from before the recording",
      { ...finished, audio: audio("ready", 1) },
      { audio: audio("pending") },
    ],
    [
      "when it is from before the newer recording",
      { ...finished, audio: audio("ready", 2) },
      { audio: audio("ready", 1) },
    ],
  ])("%s", (_which, current, change) => {
    expect(hasMissedTurnUpdates([current], [rowOf(current, change)])).toBe(false);
  });

  test("when it has no language, as in the previous version", () => {
    const { language: _language, ...progress } = toDebateProgress(buildDebate());
    expect(hasMissedDebateUpdate(buildDebate(), { ...progress, turns: [] })).toBe(false);
  });

  test("when the debate is older than on the page", () => {
    const debate = buildDebate({
      status: "completed",
      currentTurn: 10,
      scores: { botA: 8, botB: 7, reasoning: "For." },
    });
    const scores = { botA: 8, botB: 7, reasoning: null };
    const row = toDebateProgress({ ...debate, status: "active", currentTurn: 9, scores });
    expect(hasMissedDebateUpdate(debate, { ...row, turns: [] })).toBe(false);
  });
});

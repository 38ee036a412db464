import type { DebateSnapshot } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  hasMissedTurnUpdates,
  hasMissedDebateUpdate,
} from "#web/features/debate/live/detect-missed-updates.ts";
import { buildDebate, buildTurn, toDebateProgress } from "./fixtures.ts";

type TurnRow = DebateSnapshot["turns"][number];

/** The row that says what is shown, but for what is told. */
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
const judged = buildTurn(3, { judge: "grok", score: 8, feedback: "Good.", quotes: [] });

describe("a page is behind the rows", () => {
  test.each<[string, Turn, Partial<TurnRow>]>([
    ["that have another turn", buildTurn(2), { id: 103 }],
    ["of a turn that speaks by now", waiting, { status: "streaming", attempt: 1 }],
    ["of a turn that speaks anew", speaking, { attempt: 2 }],
    ["of a turn that has more words", speaking, { bytes: 8 }],
    ["of a turn that was given back", speaking, { status: "pending" }],
    ["of a turn that failed", speaking, { status: "failed" }],
    ["of a turn that waits to be tried again", failed, { status: "pending" }],
    ["of a turn that is complete", speaking, { status: "complete" }],
    ["of a turn that was judged", finished, { isJudged: true }],
    ["of a turn that is recorded", finished, { audio: audio("ready", 1) }],
    ["of a turn that will be recorded", finished, { audio: audio("pending") }],
    [
      "of a turn whose recording failed",
      { ...finished, audio: audio("pending") },
      { audio: audio("failed") },
    ],
    [
      "of a turn that was recorded anew",
      { ...finished, audio: audio("ready", 1) },
      { audio: audio("ready", 2) },
    ],
  ])("%s", (_which, known, change) => {
    expect(
      hasMissedTurnUpdates([buildTurn(1), known], [rowOf(buildTurn(1)), rowOf(known, change)]),
    ).toBe(true);
  });

  test.each<[string, Parameters<typeof buildDebate>[0], Partial<DebateSnapshot>]>([
    ["of a debate that has more turns", { currentTurn: 1 }, { currentTurn: 2 }],
    ["of a debate that is over", {}, { status: "completed" }],
    ["of a debate that goes on by itself", {}, { autoPlay: { on: true, by: GRACE } }],
    ["of a debate that only its owner steps", {}, { onlyOwnerSteps: true }],
    ["of a debate that is private", {}, { isPublic: false }],
    ["of a debate that is not shared", {}, { shareEnabled: false }],
    ["of a debate that was refunded", {}, { refunded: true }],
    ["of a debate whose topic was refused", {}, { refusal: "Because." }],
    ["of a debate that has scores", {}, { scores: { botA: 8, botB: 7, reasoning: null } }],
    [
      "of a debate that has a verdict, or none for good",
      { scores: { botA: 8, botB: 7, reasoning: null } },
      { scores: { botA: 8, botB: 7, reasoning: "" } },
    ],
  ])("%s", (_which, known, change) => {
    const debate = buildDebate(known);
    const row = { ...toDebateProgress(debate), turns: [] };
    expect(hasMissedDebateUpdate(debate, row)).toBe(false);
    expect(hasMissedDebateUpdate(debate, { ...row, ...change })).toBe(true);
  });
});

test.each([true, false])("a page is behind where a turn was hidden or shown: %p", (isHidden) => {
  const known = buildTurn(3, { isHidden: !isHidden });
  expect(hasMissedTurnUpdates([known], [rowOf(known)])).toBe(false);
  expect(hasMissedTurnUpdates([known], [rowOf(known, { isHidden })])).toBe(true);
});

describe("a page is not behind rows of a moment ago", () => {
  test.each<[string, Turn, Partial<TurnRow>]>([
    ["that say the same", judged, {}],
    ["that have fewer words", speaking, { bytes: 3 }],
    ["of an earlier attempt", { ...speaking, attempt: 2 }, { attempt: 1, status: "failed" }],
    ["of the time before it spoke", speaking, { status: "pending", attempt: 0, bytes: 0 }],
    ["of the time before it was complete", finished, { status: "streaming", bytes: 999 }],
    ["of the time before it was judged", judged, { isJudged: false }],
    [
      "of the time before it was recorded",
      { ...finished, audio: audio("ready", 1) },
      { audio: audio("pending") },
    ],
    [
      "of the time before it was recorded anew",
      { ...finished, audio: audio("ready", 2) },
      { audio: audio("ready", 1) },
    ],
  ])("%s", (_which, known, change) => {
    expect(hasMissedTurnUpdates([known], [rowOf(known, change)])).toBe(false);
  });

  test("of a debate that has moved on since", () => {
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

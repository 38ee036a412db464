import { z } from "zod";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { TurnColumns } from "#infra/presenters/turn-presenter.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { TurnError } from "#shared/contract/debates/turn.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";

/**
 * `user` and `other` are not the debate's owner. `user` requests a public debate, and all others a
 * private one.
 */
export const CALLERS = ["visitor", "user", "owner", "other", "admin", "superadmin"] as const;
export type Caller = (typeof CALLERS)[number];
const ALL_CALLERS = CALLERS;
export const MEMBER_CALLERS = CALLERS.filter((caller) => caller !== "visitor");

interface ServerEventContract {
  /** Turns the payload into the words shown in the tables. */
  detail?: z.ZodType<string>;
  /** How a process sends the event, and which watchers of a public debate receive it. */
  push?: {
    announce: (announce: EventPublisher, debateId: number, ownerId: number) => void;
    heardBy: readonly Caller[];
  };
}

const RUNNING = { status: "active", spokenAt: null, maxTurns: 6 } as const;
const FIRST_LOCKED_TURN = VISITOR_MAX_TURNS + 1;
const turn = (debateId: number, turnNumber: number): TurnColumns => ({
  id: turnNumber,
  debateId,
  turnNumber,
  role: "bot_a",
  type: "rebuttal",
  status: "complete",
  attempt: 1,
  content: "A speech.",
  error: null,
  isHidden: false,
  model: "gpt-5.4",
  score: 7,
  ruling: "It holds.",
  feedback: "Good.",
  judge: "grok",
  judgeModel: "grok-4.3",
  quotes: [],
});
const ofTurn = z
  .object({ turn: z.object({ turnNumber: z.number(), error: TurnError.nullable() }) })
  .transform(({ turn: { turnNumber, error } }) => `turn ${turnNumber}${error ? " failed" : ""}`);
const scores = z.object({ reasoning: z.string().nullable() }).nullable();

export const SERVER_EVENT_CONTRACTS: Readonly<Record<keyof ServerEvents, ServerEventContract>> = {
  "turn:started": {
    detail: ofTurn,
    push: {
      announce: (say, id) => say.turnStarted(turn(id, FIRST_LOCKED_TURN)),
      heardBy: MEMBER_CALLERS,
    },
  },
  "turn:delta": {
    push: { announce: (say, id) => say.turnDelta(turn(id, 1), 0, "A"), heardBy: ALL_CALLERS },
  },
  "turn:completed": {
    detail: ofTurn,
    push: { announce: (say, id) => say.turnCompleted(turn(id, 1)), heardBy: ALL_CALLERS },
  },
  "turn:failed": {
    detail: ofTurn,
    push: {
      announce: (say, id) => say.turnFailed(turn(id, FIRST_LOCKED_TURN)),
      heardBy: MEMBER_CALLERS,
    },
  },
  "turn:waiting": {
    detail: z.object({ code: z.string() }).transform(({ code }) => code),
    push: {
      announce: (say, id) => say.turnWaiting(turn(id, FIRST_LOCKED_TURN), "overloaded", 1000),
      heardBy: MEMBER_CALLERS,
    },
  },
  "turn:judged": {
    detail: z
      .object({ score: z.number().nullable() })
      .transform(({ score }) => (score === null ? "not scored" : "scored")),
    push: { announce: (say, id) => say.turnJudged(turn(id, 1), RUNNING), heardBy: MEMBER_CALLERS },
  },
  "turn:moderated": {
    push: {
      announce: (say, debateId) =>
        say.turnModerated({ debateId, turnId: 1, turnNumber: FIRST_LOCKED_TURN }),
      heardBy: MEMBER_CALLERS,
    },
  },
  "debate:updated": {
    detail: z
      .object({
        status: z.string(),
        refunded: z.boolean(),
        refusal: z.string().nullable(),
        scores,
        autoPlay: z.object({ on: z.boolean() }),
      })
      .transform((debate) => {
        const verdict = debate.scores?.reasoning ? "scores and verdict" : "scores";
        return [
          debate.status,
          debate.autoPlay.on && "by itself",
          debate.refunded && "refunded",
          debate.refusal && "refused",
          debate.scores && verdict,
        ]
          .filter(Boolean)
          .join(", ");
      }),
    push: {
      announce: (say, id) =>
        say.debateUpdated({
          id,
          status: "active",
          currentTurn: 1,
          scores: null,
          refunded: false,
          refusal: null,
          isPublic: true,
          shareEnabled: true,
          onlyOwnerSteps: false,
          spendingPause: null,
          pace: "text",
          autoPlay: { on: false, by: null },
          spokenAt: null,
        }),
      heardBy: ALL_CALLERS,
    },
  },
  "debate:hidden": {
    push: {
      announce: (say, id, ownerId) => say.debateHidden(id, ownerId),
      heardBy: CALLERS.filter((caller) => caller !== "owner"),
    },
  },
  "debate:deleted": {
    push: { announce: (say, id) => say.debateDeleted(id), heardBy: ALL_CALLERS },
  },
  // Each process sends `operations:updated` to the admins who are connected to it, as
  // tests/api/operations.test.ts checks.
  "operations:updated": {},
  // Each process sends `debate:snapshot` and `debate:standing` to the browsers that are connected
  // to it, as tests/api/resync.test.ts checks.
  "debate:snapshot": {},
  "debate:standing": {},
  "speech:part": {
    detail: z.object({ index: z.number() }).transform(({ index }) => `sentence ${index + 1}`),
    push: {
      announce: (say, debateId) =>
        say.speechPart(
          { debateId, turnId: 1, turnNumber: FIRST_LOCKED_TURN },
          { attempt: 1, index: 0, startMs: 0, endMs: 1 },
        ),
      heardBy: MEMBER_CALLERS,
    },
  },
  "audio:ready": {
    detail: z
      .object({ audio: z.object({ version: z.number() }) })
      .transform(({ audio }) => `version ${audio.version}`),
    push: {
      announce: (say, id) =>
        say.audioReady(
          { debateId: id, turnId: 1, turnNumber: FIRST_LOCKED_TURN },
          { status: "ready", durationMs: 1, version: 1 },
        ),
      heardBy: MEMBER_CALLERS,
    },
  },
  "audio:failed": {
    push: {
      announce: (say, id) =>
        say.audioFailed(
          { debateId: id, turnId: 1, turnNumber: FIRST_LOCKED_TURN },
          "No voice.",
          false,
        ),
      heardBy: MEMBER_CALLERS,
    },
  },
  "votes:updated": {
    push: { announce: (say, id) => say.votesUpdated(id), heardBy: ALL_CALLERS },
  },
  // Each process sends `reactions:updated` to the browsers that are connected to it, as
  // tests/api/reactions.test.ts checks.
  "reactions:updated": {},
  // `watchers:updated` is sent when watchers join and leave, as tests/api/sockets.test.ts checks.
  "watchers:updated": {},
  // Each process sends `providers:updated` to all browsers that are connected to it, as
  // tests/api/resync.test.ts checks.
  "providers:updated": {},
  // Each process sends `debates:live` to the browsers that are connected to it and show lists of
  // debates, as tests/api/resync.test.ts checks.
  "debates:live": {},
  "credits:updated": {
    detail: z.object({ credits: z.number() }).transform(({ credits }) => `${credits}`),
    push: {
      announce: (say, _id, ownerId) => say.creditsUpdated(ownerId, 1),
      heardBy: ["owner"],
    },
  },
  "audio-job:progress": {
    detail: z
      .object({ done: z.number(), failed: z.number(), total: z.number() })
      .transform(({ done, failed, total }) => `${done} done, ${failed} failed of ${total}`),
    push: {
      announce: (say, debateId) =>
        say.audioJobProgress({
          jobId: 1,
          debateId,
          turns: "all",
          total: 1,
          done: 1,
          failed: 0,
          status: "finished",
        }),
      heardBy: ["admin", "superadmin"],
    },
  },
  "session:ended": {
    detail: z
      .object({ reason: z.string(), role: z.string().optional() })
      .transform(({ reason, role }) => (role === undefined ? reason : `${reason}: ${role}`)),
    push: {
      announce: (say, _id, ownerId) => say.sessionsEnded(ownerId, { reason: "account_deleted" }),
      heardBy: ["owner"],
    },
  },
};

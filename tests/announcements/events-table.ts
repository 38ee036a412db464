import { z } from "zod";
import type { Announce } from "#infra/realtime/announce.ts";
import type { TurnColumns } from "#infra/views/turn-view.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { TurnError } from "#shared/contract/turn.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";

/**
 * `user` and `other` have no role in the debate. It is public for `user` and private for all
 * others.
 */
export const CALLERS = ["visitor", "user", "owner", "other", "admin", "superadmin"] as const;
export type Caller = (typeof CALLERS)[number];
const EVERYONE = CALLERS;
export const MEMBERS = CALLERS.filter((caller) => caller !== "visitor");

interface ServerEvent {
  /** Turns the payload into the words shown in the tables. */
  detail?: z.ZodType<string>;
  /** How a process sends the event, and which watchers of a public debate receive it. */
  push?: {
    announce: (announce: Announce, debateId: number, ownerId: number) => void;
    heardBy: readonly Caller[];
  };
}

const LATE = VISITOR_TURNS + 1;
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
  score: 7,
  feedback: "Good.",
  judge: "grok",
  quotes: [],
});
const ofTurn = z
  .object({ turn: z.object({ turnNumber: z.number(), error: TurnError.nullable() }) })
  .transform(({ turn: { turnNumber, error } }) => `turn ${turnNumber}${error ? " failed" : ""}`);
const scores = z.object({ reasoning: z.string().nullable() }).nullable();

/** Every event that the server pushes. */
export const EVENTS: Readonly<Record<keyof ServerEvents, ServerEvent>> = {
  "turn:started": {
    detail: ofTurn,
    push: { announce: (say, id) => say.turnStarted(turn(id, LATE)), heardBy: MEMBERS },
  },
  "turn:delta": {
    push: { announce: (say, id) => say.turnDelta(turn(id, 1), 0, "A"), heardBy: EVERYONE },
  },
  "turn:completed": {
    detail: ofTurn,
    push: { announce: (say, id) => say.turnCompleted(turn(id, 1)), heardBy: EVERYONE },
  },
  "turn:failed": {
    detail: ofTurn,
    push: { announce: (say, id) => say.turnFailed(turn(id, LATE)), heardBy: MEMBERS },
  },
  "turn:judged": {
    detail: z
      .object({ score: z.number().nullable() })
      .transform(({ score }) => (score === null ? "not scored" : "scored")),
    push: { announce: (say, id) => say.turnJudged(turn(id, 1)), heardBy: MEMBERS },
  },
  "turn:moderated": {
    push: {
      announce: (say, debateId) => say.turnModerated({ debateId, turnId: 1, turnNumber: LATE }),
      heardBy: MEMBERS,
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
        }),
      heardBy: EVERYONE,
    },
  },
  "debate:hidden": {
    push: {
      announce: (say, id, ownerId) => say.debateHidden(id, ownerId),
      heardBy: CALLERS.filter((caller) => caller !== "owner"),
    },
  },
  "debate:deleted": {
    push: { announce: (say, id) => say.debateDeleted(id), heardBy: EVERYONE },
  },
  // Sent by each process to its own admins: tests/api/operations.test.ts.
  "operations:updated": {},
  // Sent by each process to its own browsers: tests/api/repeat-rows.test.ts.
  "debate:standing": {},
  "speech:part": {
    detail: z.object({ index: z.number() }).transform(({ index }) => `sentence ${index + 1}`),
    push: {
      announce: (say, debateId) =>
        say.speechPart(
          { debateId, turnId: 1, turnNumber: LATE },
          { attempt: 1, index: 0, startMs: 0, endMs: 1 },
        ),
      heardBy: MEMBERS,
    },
  },
  "audio:ready": {
    detail: z
      .object({ audio: z.object({ version: z.number() }) })
      .transform(({ audio }) => `version ${audio.version}`),
    push: {
      announce: (say, id) =>
        say.audioReady(
          { debateId: id, turnId: 1, turnNumber: LATE },
          { status: "ready", durationMs: 1, version: 1 },
        ),
      heardBy: MEMBERS,
    },
  },
  "audio:failed": {
    push: {
      announce: (say, id) =>
        say.audioFailed({ debateId: id, turnId: 1, turnNumber: LATE }, "No voice.", false),
      heardBy: MEMBERS,
    },
  },
  "votes:updated": {
    push: { announce: (say, id) => say.votesUpdated(id), heardBy: EVERYONE },
  },
  // Sent when watchers join and leave: tests/api/sockets.test.ts.
  "watchers:updated": {},
  // Sent by each process to all of its own browsers: tests/api/repeat-rows.test.ts.
  "providers:updated": {},
  // Sent by each process to its own browsers that show lists: tests/api/repeat-rows.test.ts.
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

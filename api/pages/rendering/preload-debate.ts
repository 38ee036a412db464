import type { Debate } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PageData } from "#shared/contract/page.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipApiPath } from "#shared/domain/audio/clip.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getTtsStatus } from "#api/queries/get-config.ts";
import { getAppeals } from "#api/queries/debates/get-appeals.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import { getSwing } from "#api/queries/debates/get-swing.ts";
import { type ClipDeps, getClip } from "#api/queries/audio/get-clip.ts";
import { getLiveSchedule } from "#api/queries/audio/get-live-schedule.ts";
import { listTurns } from "#api/queries/debates/list-turns.ts";
import type { Context } from "#api/context.ts";

export type PageQueries = PageData["queries"];

/** Called if the page's debate does not exist or is hidden from the viewer. */
export type OnMissing = (error: DomainError) => void;

/** The parts of a page's URL that loading its data needs, and a callback for a missing debate. */
export interface PreloadRequest {
  id: string;
  search: string;
  onMissing: OnMissing;
}

export const nullIfNotFound = <T>(answer: Promise<T>, onMissing?: OnMissing): Promise<T | null> =>
  answer.catch((err: unknown) => {
    if (!(err instanceof DomainError) || err.code !== "not_found") throw err;
    onMissing?.(err);
    return null;
  });

const preloadClip = async (
  context: ClipDeps,
  viewer: Viewer,
  debateId: number,
  search: string,
): Promise<PageQueries> => {
  const clipParameter = new URLSearchParams(search).get(CLIP_PARAMETER);
  if (clipParameter === null) return [];
  const key = buildClipApiPath(debateId, clipParameter);
  return [[[key], await nullIfNotFound(getClip(context, viewer, debateId, clipParameter))]];
};

/**
 * The server's time in a page is rounded down to a multiple of 2 s. All visitors within these 2 s
 * then get the same cached page.
 */
const PAGE_CLOCK_MS = 2000;

/**
 * Loads the schedule (when each sentence plays) of a running debate whose text appears while it is
 * spoken.
 */
const preloadVoice = async (
  context: ClipDeps & Pick<Context, "env">,
  viewer: Viewer,
  { id, pace, status }: Debate,
): Promise<PageQueries> => {
  if (pace === "text" || status === "completed" || !getTtsStatus(context).configured) return [];
  const schedule = await nullIfNotFound(getLiveSchedule(context, viewer, id));
  if (!schedule) return [];
  const now = schedule.now - (schedule.now % PAGE_CLOCK_MS);
  return [[[`/api/debates/${id}/live`], { ...schedule, now }]];
};

/**
 * Loads what stands below a debate's verdict: how the audience changed its mind, and the appeals.
 * If they arrived later, the page would jump.
 */
const preloadResult = async (
  context: Pick<Context, "coalescedSql" | "env">,
  viewer: Viewer,
  { id: debateId, status }: Pick<Debate, "id" | "status">,
): Promise<PageQueries> => {
  if (!viewer || status !== "completed") return [];
  const path = `/api/debates/${debateId}`;
  const [swing, appeals] = await Promise.all([
    nullIfNotFound(getSwing(context, viewer, debateId)),
    nullIfNotFound(getAppeals(context, viewer, debateId)),
  ]);
  return swing
    ? [
        [[`${path}/swing`], swing],
        [[`${path}/appeals`], appeals],
      ]
    : [];
};

export const preloadDebate = async (
  context: ClipDeps & Pick<Context, "env">,
  viewer: Viewer,
  { id, search, onMissing }: PreloadRequest,
): Promise<PageQueries> => {
  const path = `/api/debates/${id}`;
  const { success, data } = PathId.safeParse(id);
  if (!success) return [[[path], null]];
  const [debate, turns] = await Promise.all([
    nullIfNotFound(getDebate(context, viewer, data), onMissing),
    nullIfNotFound(listTurns(context, viewer, data)),
  ]);
  return debate
    ? [
        [[path], debate],
        [[`${path}/turns`], turns],
        ...(await preloadVoice(context, viewer, debate)),
        ...(await preloadResult(context, viewer, debate)),
        ...(await preloadClip(context, viewer, data, search)),
        [["/api/tts/status"], getTtsStatus(context)],
      ]
    : [[[path], null]];
};

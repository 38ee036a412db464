import { type Debate, PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PageData } from "#shared/contract/page.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { presentLiveDebate } from "#infra/presenters/live-debate-presenter.ts";
import {
  DEBATES_PER_PAGE,
  parseHomeList,
  buildListApiPath,
  MY_DEBATE_LIST,
  parseListState,
} from "#shared/domain/debates/debate-list.ts";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipApiPath } from "#shared/domain/audio/clip.ts";
import { findPage, type PageName } from "#shared/domain/pages.ts";
import { selectLandingDebateId } from "#shared/domain/debates/landing-debate.ts";
import type { SignedInViewer, Viewer } from "#shared/domain/accounts/viewer.ts";
import { getConfig, getTtsStatus } from "#api/queries/get-config.ts";
import { getAppeals } from "#api/queries/debates/get-appeals.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import { getSwing } from "#api/queries/debates/get-swing.ts";
import { type ClipDeps, getClip } from "#api/queries/audio/get-clip.ts";
import { getLiveSchedule } from "#api/queries/audio/get-live-schedule.ts";
import { getJudgeReport, getLeaderboard } from "#api/queries/get-leaderboard.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { listLiveDebates } from "#api/queries/debates/list-live-debates.ts";
import { listSpokenDebates } from "#api/queries/audio/list-spoken-debates.ts";
import { listMyDebates } from "#api/queries/debates/list-my-debates.ts";
import { listPublicDebates } from "#api/queries/debates/list-public-debates.ts";
import { listTransactions } from "#api/queries/accounts/list-transactions.ts";
import { listTurns } from "#api/queries/debates/list-turns.ts";
import type { Context } from "#api/context.ts";
import { toDomainError } from "#api/http/errors.ts";
import { selectContext, type ReadCost } from "#api/http/read-cost.ts";

type PageQueries = PageData["queries"];

/** Called when the debate of a page does not exist or is hidden from the viewer. */
type OnMissing = (error: DomainError) => void;

type RunList = (read: () => Promise<PageQueries>) => Promise<PageQueries>;

/** The parts of the page's URL that a preload needs, and the callback for a missing debate. */
interface PreloadRequest {
  id: string;
  search: string;
  onMissing: OnMissing;
}

const nullIfNotFound = <T>(answer: Promise<T>, onMissing?: OnMissing): Promise<T | null> =>
  answer.catch((err: unknown) => {
    if (!(err instanceof DomainError) || err.code !== "not_found") throw err;
    onMissing?.(err);
    return null;
  });

const preloadLiveDebates = async (
  { sql }: Pick<Context, "sql">,
  viewer: Viewer,
): Promise<PageQueries> => {
  const rows = await listLiveDebates(sql);
  return [[["/api/debates/live"], rows.map((row) => presentLiveDebate(row, viewer))]];
};

type DebateListDeps = Pick<Context, "env" | "sql">;

const preloadOwnHome = async (
  context: DebateListDeps,
  viewer: SignedInViewer,
  search: string,
): Promise<PageQueries> => {
  if (parseHomeList(search) === "popular") {
    const { rows } = await listPublicDebates(context, viewer, PublicDebatesQuery.parse({}));
    return [[["/api/debates/public"], rows]];
  }
  const listState = parseListState(search, MY_DEBATE_LIST);
  const query = { ...listState, perPage: DEBATES_PER_PAGE };
  return [
    [[buildListApiPath(listState, MY_DEBATE_LIST)], await listMyDebates(context, viewer, query)],
  ];
};

type HomeDeps = DebateListDeps & Pick<Context, "coalescedSql" | "streamingTexts">;

/**
 * Loads the lists of popular and live debates, and the turns of the debate that the landing page's
 * scene shows.
 */
const preloadLanding = async (context: HomeDeps): Promise<PageQueries> => {
  const query = PublicDebatesQuery.parse({});
  const [{ rows: popular }, live] = await Promise.all([
    listPublicDebates(context, null, query),
    listLiveDebates(context.sql),
  ]);
  const presentedLive = live.map((row) => presentLiveDebate(row, null));
  const lists: PageQueries = [
    [["/api/debates/public"], popular],
    [["/api/debates/live"], presentedLive],
  ];
  const id = selectLandingDebateId({ live: presentedLive, popular });
  if (id === undefined) return lists;
  // `popular` already contains the data of a popular debate, so only a live debate is read.
  const isLive = presentedLive.some((each) => each.id === id);
  const [debate, turns] = await Promise.all([
    isLive ? nullIfNotFound(getDebate(context, null, id)) : null,
    nullIfNotFound(listTurns(context, null, id)),
  ]);
  const path = `/api/debates/${id}`;
  return [
    ...lists,
    ...(debate ? [[[path], debate] satisfies PageQueries[number]] : []),
    ...(turns ? [[[`${path}/turns`], turns] satisfies PageQueries[number]] : []),
  ];
};

const preloadHome = async (
  context: HomeDeps,
  viewer: Viewer,
  search: string,
): Promise<PageQueries> => {
  if (!viewer) return preloadLanding(context);
  const lists = [preloadOwnHome(context, viewer, search), preloadLiveDebates(context, viewer)];
  return (await Promise.all(lists)).flat();
};

const preloadDebateList = async (
  context: DebateListDeps,
  viewer: Viewer,
  search: string,
): Promise<PageQueries> => {
  const listState = parseListState(search);
  const query = { ...listState, perPage: DEBATES_PER_PAGE };
  const page = listPublicDebates(context, viewer, query);
  return [
    [[buildListApiPath(listState)], await page],
    ...(await preloadLiveDebates(context, viewer)),
  ];
};

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
 * The server time in a page is rounded down to a multiple of this, so that visitors who arrive
 * within this time get the same cached page.
 */
const PAGE_CLOCK_MS = 2000;

/** Loads the live schedule of a running debate whose page shows words as they are spoken. */
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

/** Loads what is shown below the verdict of a debate, so that it does not move the page later. */
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

const preloadDebate = async (
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

const preloadCredits = async (
  context: Pick<Context, "sql">,
  viewer: Viewer,
): Promise<PageQueries> =>
  viewer ? [[["/api/credits/transactions"], await listTransactions(context, viewer)]] : [];

type PreloadDeps = HomeDeps & Pick<Context, "lists" | "watchers">;

interface PagePreload {
  cost: Exclude<ReadCost, "page">;
  load(context: PreloadDeps, viewer: Viewer, request: PreloadRequest): Promise<PageQueries>;
}

const PRELOADS: Partial<Record<PageName, PagePreload>> = {
  home: {
    cost: "list",
    load: (context, viewer, { search }) => preloadHome(context, viewer, search),
  },
  debate: { cost: "row", load: preloadDebate },
  publicDebates: {
    cost: "list",
    load: (context, viewer, { search }) => preloadDebateList(context, viewer, search),
  },
  live: {
    cost: "list",
    load: async (context, viewer) => [
      [["/api/debates/spoken"], await listSpokenDebates(context, viewer)],
    ],
  },
  leaderboard: {
    cost: "list",
    load: async ({ coalescedSql }) => [[["/api/leaderboard"], await getLeaderboard(coalescedSql)]],
  },
  judge: {
    cost: "list",
    load: async ({ coalescedSql }) => [[["/api/judge"], await getJudgeReport(coalescedSql)]],
  },
  credits: { cost: "list", load: preloadCredits },
};

/**
 * Whether a list was rejected temporarily: by its rate limit, its queue or its statement timeout.
 */
const isTemporaryRefusal = (err: unknown): boolean =>
  ["too_many_requests", "unavailable"].includes(toDomainError(err).code);

/**
 * Returns the data of a page's first requests. A temporarily rejected list is left out, and the
 * browser requests it again.
 */
const loadQueries = async (
  { cost, load }: PagePreload,
  context: PreloadDeps,
  runList: RunList,
  ...request: [viewer: Viewer, asked: PreloadRequest]
): Promise<PageQueries> => {
  if (cost !== "list") return load(context, ...request);
  try {
    return await runList(() => load(selectContext(cost, context), ...request));
  } catch (err) {
    if (isTemporaryRefusal(err)) return [];
    throw err;
  }
};

export type PreloadPageDeps = PreloadDeps & Pick<Context, "providerHealth">;

/**
 * Returns the data that the page at this URL requests first, as the viewer may see it. `runList`
 * counts and limits expensive reads (cost `list`). `onMissing` gets the error if the page's debate
 * is missing or hidden.
 */
export const preloadPage = async (
  context: PreloadPageDeps,
  viewer: Viewer,
  url: URL,
  { runList, onMissing }: { runList: RunList; onMissing: OnMissing },
): Promise<PageData> => {
  const page = findPage(url.pathname);
  const preload = page && PRELOADS[page.name];
  const request = { id: page?.id ?? "", search: url.search, onMissing };
  const [user, queries] = await Promise.all([
    viewer ? getUser(context, viewer) : null,
    preload ? loadQueries(preload, context, runList, viewer, request) : [],
  ]);
  const credits: PageQueries = user ? [[["/api/credits"], { credits: user.credits }]] : [];
  return { config: getConfig(context), user, queries: [...queries, ...credits] };
};

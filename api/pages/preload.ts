import { PublicDebatesQuery } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PageData } from "#shared/contract/page.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { liveDebateView } from "#infra/views/live-debate.ts";
import {
  DEBATES_PER_PAGE,
  homeListAt,
  listPath,
  MY_LIST,
  placeInList,
} from "#shared/domain/debate-list.ts";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { momentApiPath } from "#shared/domain/moment.ts";
import { pageAt, type PageName } from "#shared/domain/pages.ts";
import { stagedDebate } from "#shared/domain/staged-debate.ts";
import type { SignedIn, Viewer } from "#shared/domain/viewer.ts";
import { getConfig } from "../queries/get-config.ts";
import { getDebate } from "../queries/get-debate.ts";
import { getMoment } from "../queries/get-moment.ts";
import { getTtsStatus } from "../queries/get-tts-status.ts";
import { getUser } from "../queries/get-user.ts";
import { listLiveDebates } from "../queries/list-live-debates.ts";
import { listSpokenDebates } from "../queries/list-spoken-debates.ts";
import { listMyDebates } from "../queries/list-my-debates.ts";
import { listPublicDebates } from "../queries/list-public-debates.ts";
import { listTransactions } from "../queries/list-transactions.ts";
import { listTurns } from "../queries/list-turns.ts";
import type { Context } from "../context.ts";
import { toDomainError } from "../http/errors.ts";
import { contextFor, type ReadCost } from "../http/read-cost.ts";

type Queries = PageData["queries"];

/** What is called when the debate of a page is missing, or hidden from the viewer. */
type OnMissing = (error: DomainError) => void;

type RunList = (read: () => Promise<Queries>) => Promise<Queries>;

/** What a page reads of its address. */
interface Asked {
  id: string;
  search: string;
  onMissing: OnMissing;
}

const unlessMissing = <T>(answer: Promise<T>, onMissing?: OnMissing): Promise<T | null> =>
  answer.catch((err: unknown) => {
    if (!(err instanceof DomainError) || err.code !== "not_found") throw err;
    onMissing?.(err);
    return null;
  });

const live = async ({ reads }: Context, viewer: Viewer): Promise<Queries> => {
  const rows = await listLiveDebates(reads);
  return [[["/api/debates/live"], rows.map((row) => liveDebateView(row, viewer))]];
};

const myHome = async (context: Context, viewer: SignedIn, search: string): Promise<Queries> => {
  if (homeListAt(search) === "popular") {
    const { rows } = await listPublicDebates(context, viewer, PublicDebatesQuery.parse({}));
    return [[["/api/debates/public"], rows]];
  }
  const place = placeInList(search, MY_LIST);
  const query = { ...place, perPage: DEBATES_PER_PAGE };
  return [[[listPath(place, MY_LIST)], await listMyDebates(context, viewer, query)]];
};

/** Popular debates, and the turns of the one on the landing page's stage. */
const landing = async (context: Context): Promise<Queries> => {
  const query = PublicDebatesQuery.parse({});
  const { rows } = await listPublicDebates(context, null, query);
  const staged = stagedDebate(rows);
  const turns = staged && (await unlessMissing(listTurns(context, null, staged.id)));
  return [
    [["/api/debates/public"], rows],
    ...(staged && turns
      ? [[[`/api/debates/${staged.id}/turns`], turns] satisfies Queries[number]]
      : []),
  ];
};

const home = async (context: Context, viewer: Viewer, search: string): Promise<Queries> => {
  const lists = viewer ? myHome(context, viewer, search) : landing(context);
  return (await Promise.all([lists, live(context, viewer)])).flat();
};

const debateList = async (context: Context, viewer: Viewer, search: string): Promise<Queries> => {
  const place = placeInList(search);
  const query = { ...place, perPage: DEBATES_PER_PAGE };
  const page = listPublicDebates(context, viewer, query);
  return [[[listPath(place)], await page], ...(await live(context, viewer))];
};

const momentOfPage = async (
  context: Context,
  viewer: Viewer,
  debateId: number,
  search: string,
): Promise<Queries> => {
  const written = new URLSearchParams(search).get(MOMENT);
  if (written === null) return [];
  const key = momentApiPath(debateId, written);
  return [[[key], await unlessMissing(getMoment(context, viewer, debateId, written))]];
};

const debatePage = async (
  context: Context,
  viewer: Viewer,
  { id, search, onMissing }: Asked,
): Promise<Queries> => {
  const path = `/api/debates/${id}`;
  const { success, data } = PathId.safeParse(id);
  if (!success) return [[[path], null]];
  const [debate, turns] = await Promise.all([
    unlessMissing(getDebate(context, viewer, data), onMissing),
    unlessMissing(listTurns(context, viewer, data)),
  ]);
  return debate
    ? [
        [[path], debate],
        [[`${path}/turns`], turns],
        ...(await momentOfPage(context, viewer, data, search)),
        [["/api/tts/status"], getTtsStatus(context)],
      ]
    : [[[path], null]];
};

const creditsPage = async (context: Context, viewer: Viewer): Promise<Queries> =>
  viewer ? [[["/api/credits/transactions"], await listTransactions(context, viewer)]] : [];

interface Preload {
  cost: Exclude<ReadCost, "page">;
  load(context: Context, viewer: Viewer, asked: Asked): Promise<Queries>;
}

const PRELOADS: Partial<Record<PageName, Preload>> = {
  home: { cost: "list", load: (context, viewer, { search }) => home(context, viewer, search) },
  debate: { cost: "row", load: debatePage },
  publicDebates: {
    cost: "list",
    load: (context, viewer, { search }) => debateList(context, viewer, search),
  },
  live: {
    cost: "list",
    load: async (context, viewer) => [
      [["/api/debates/spoken"], await listSpokenDebates(context, viewer)],
    ],
  },
  credits: { cost: "list", load: creditsPage },
};

/**
 * Whether a list was rejected temporarily: by its rate limit, its queue or its statement timeout.
 */
const isRefusedForNow = (err: unknown): boolean =>
  ["too_many_requests", "unavailable"].includes(toDomainError(err).code);

/**
 * Returns the data of a page's first requests. A temporarily rejected list is left out, and the
 * browser requests it again.
 */
const loadQueries = async (
  { cost, load }: Preload,
  context: Context,
  runList: RunList,
  ...asked: [viewer: Viewer, asked: Asked]
): Promise<Queries> => {
  if (cost !== "list") return load(context, ...asked);
  try {
    return await runList(() => load(contextFor(cost, context), ...asked));
  } catch (err) {
    if (isRefusedForNow(err)) return [];
    throw err;
  }
};

/**
 * Returns the data that the page at this URL requests first, as the viewer may see it. `runList`
 * counts and limits a read of cost `list`. `onMissing` gets the error of a debate that is left out.
 */
export const preload = async (
  context: Context,
  viewer: Viewer,
  url: URL,
  { runList, onMissing }: { runList: RunList; onMissing: OnMissing },
): Promise<PageData> => {
  const page = pageAt(url.pathname);
  const wanted = page && PRELOADS[page.name];
  const asked = { id: page?.id ?? "", search: url.search, onMissing };
  const [user, queries] = await Promise.all([
    viewer ? getUser(context, viewer) : null,
    wanted ? loadQueries(wanted, context, runList, viewer, asked) : [],
  ]);
  const credits: Queries = user ? [[["/api/credits"], { credits: user.credits }]] : [];
  return { config: getConfig(context), user, queries: [...queries, ...credits] };
};

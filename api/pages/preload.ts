import { PublicDebatesQuery } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PageData } from "#shared/contract/page.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { liveDebateView } from "#infra/views/live-debate.ts";
import { DEBATES_PER_PAGE, listPath, MY_LIST, placeInList } from "#shared/domain/debate-list.ts";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { momentApiPath } from "#shared/domain/moment.ts";
import { pageAt, type PageName } from "#shared/domain/pages.ts";
import { stagedDebate } from "#shared/domain/staged-debate.ts";
import type { SignedIn, Viewer } from "#shared/domain/viewer.ts";
import { getConfig } from "../queries/get-config.ts";
import { getDebate } from "../queries/get-debate.ts";
import { getMoment } from "../queries/get-moment.ts";
import { getUser } from "../queries/get-user.ts";
import { listLiveDebates } from "../queries/list-live-debates.ts";
import { listSpokenDebates } from "../queries/list-spoken-debates.ts";
import { listMyDebates } from "../queries/list-my-debates.ts";
import { listPublicDebates } from "../queries/list-public-debates.ts";
import { listTransactions } from "../queries/list-transactions.ts";
import { listTurns } from "../queries/list-turns.ts";
import type { Context } from "../context.ts";

type Queries = PageData["queries"];

/** Null instead of what the viewer may not know of. */
const unlessMissing = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((err: unknown) => {
    if (err instanceof DomainError && err.code === "not_found") return null;
    throw err;
  });

const live = async ({ reads }: Context, viewer: Viewer): Promise<Queries> => {
  const rows = await listLiveDebates(reads);
  return [[["/api/debates/live"], rows.map((row) => liveDebateView(row, viewer))]];
};

const myHome = async (context: Context, viewer: SignedIn, search: string): Promise<Queries> => {
  const place = placeInList(search, MY_LIST);
  const query = { ...place, perPage: DEBATES_PER_PAGE };
  return [[[listPath(place, MY_LIST)], await listMyDebates(context, viewer, query)]];
};

/** The popular debates, and the words of the one that the stage plays, unless it is gone by now. */
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

/** What the address names of a debate that the viewer sees, if it does. */
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
  { id, search }: { id: string; search: string },
): Promise<Queries> => {
  const path = `/api/debates/${id}`;
  const { success, data } = PathId.safeParse(id);
  if (!success) return [[[path], null]];
  const [debate, turns] = await Promise.all([
    unlessMissing(getDebate(context, viewer, data)),
    unlessMissing(listTurns(context, viewer, data)),
  ]);
  return debate
    ? [
        [[path], debate],
        [[`${path}/turns`], turns],
        ...(await momentOfPage(context, viewer, data, search)),
      ]
    : [[[path], null]];
};

const creditsPage = async (context: Context, viewer: Viewer): Promise<Queries> =>
  viewer ? [[["/api/credits/transactions"], await listTransactions(context, viewer)]] : [];

type Preload = (
  context: Context,
  viewer: Viewer,
  address: { id: string; search: string },
) => Promise<Queries>;

/** What each page asks for first, if it does. */
const QUERIES: Partial<Record<PageName, Preload>> = {
  home: (context, viewer, { search }) => home(context, viewer, search),
  debate: debatePage,
  publicDebates: (context, viewer, { search }) => debateList(context, viewer, search),
  live: async (context, viewer) => [
    [["/api/debates/spoken"], await listSpokenDebates(context, viewer)],
  ],
  credits: creditsPage,
};

/** What the page at this address is going to ask for, answered as its viewer may see it. */
export const preload = async (context: Context, viewer: Viewer, url: URL): Promise<PageData> => {
  const page = pageAt(url.pathname);
  const address = { id: page?.id ?? "", search: url.search };
  const [user, queries] = await Promise.all([
    viewer ? getUser(context, viewer) : null,
    (page && QUERIES[page.name]?.(context, viewer, address)) ?? [],
  ]);
  return { config: getConfig(context), user, queries };
};

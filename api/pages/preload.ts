import { PublicDebatesQuery } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PageData } from "#shared/contract/page.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { DEBATES_PER_PAGE, listPath, placeInList } from "#shared/domain/debate-list.ts";
import { pageAt, type PageName } from "#shared/domain/pages.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { getConfig } from "../queries/get-config.ts";
import { getDebate } from "../queries/get-debate.ts";
import { getUser } from "../queries/get-user.ts";
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

const home = async (context: Context, viewer: Viewer): Promise<Queries> => {
  if (viewer) return [[["/api/debates/my"], await listMyDebates(context, viewer)]];
  const query = PublicDebatesQuery.parse({});
  const { rows } = await listPublicDebates(context, viewer, query);
  return [[["/api/debates/public"], rows]];
};

const debateList = async (context: Context, viewer: Viewer, search: string): Promise<Queries> => {
  const place = placeInList(search);
  const query = { ...place, perPage: DEBATES_PER_PAGE };
  return [[[listPath(place)], await listPublicDebates(context, viewer, query)]];
};

const debatePage = async (context: Context, viewer: Viewer, id: string): Promise<Queries> => {
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
  home,
  debate: (context, viewer, { id }) => debatePage(context, viewer, id),
  publicDebates: (context, viewer, { search }) => debateList(context, viewer, search),
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

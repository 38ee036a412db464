import { PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { presentLiveDebate } from "#infra/presenters/live-debate-presenter.ts";
import {
  DEBATES_PER_PAGE,
  parseHomeList,
  buildListApiPath,
  MY_DEBATE_LIST,
  parseListState,
} from "#shared/domain/debates/debate-list.ts";
import { selectLandingDebateId } from "#shared/domain/debates/landing-debate.ts";
import type { SignedInViewer, Viewer } from "#shared/domain/accounts/viewer.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import { listLiveDebates } from "#api/queries/debates/list-live-debates.ts";
import { listMyDebates } from "#api/queries/debates/list-my-debates.ts";
import { listPublicDebates } from "#api/queries/debates/list-public-debates.ts";
import { listTurns } from "#api/queries/debates/list-turns.ts";
import type { Context } from "#api/context.ts";
import { nullIfNotFound, type PageQueries } from "./preload-debate.ts";

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

export type HomeDeps = DebateListDeps & Pick<Context, "coalescedSql" | "streamingTexts">;

/**
 * Loads the landing page's lists of popular and live debates, and the turns of the debate that it
 * displays.
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
  // Entries of `popular` contain enough to display a debate. A live debate must be read separately.
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

export const preloadHome = async (
  context: HomeDeps,
  viewer: Viewer,
  search: string,
): Promise<PageQueries> => {
  if (!viewer) return preloadLanding(context);
  const lists = [preloadOwnHome(context, viewer, search), preloadLiveDebates(context, viewer)];
  return (await Promise.all(lists)).flat();
};

export const preloadDebateList = async (
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

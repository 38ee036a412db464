import type { PageData } from "#shared/contract/page.ts";
import { buildRulesApiPath, parseRulesHash } from "#shared/domain/debates/judging/seasons.ts";
import { findPage, type PageName } from "#shared/domain/pages.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getConfig } from "#api/queries/get-config.ts";
import { getJudgeReport, getLeaderboard } from "#api/queries/get-leaderboard.ts";
import { getJudgeRules } from "#api/queries/judging/get-judge-rules.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { listSpokenDebates } from "#api/queries/audio/list-spoken-debates.ts";
import { listTransactions } from "#api/queries/accounts/list-transactions.ts";
import type { Context } from "#api/context.ts";
import { toDomainError } from "#api/http/errors.ts";
import { selectContext, type ReadCost } from "#api/http/read-cost.ts";
import {
  nullIfNotFound,
  type OnMissing,
  type PageQueries,
  preloadDebate,
  type PreloadRequest,
} from "./preload-debate.ts";
import { type HomeDeps, preloadDebateList, preloadHome } from "./preload-lists.ts";

type RunList = (read: () => Promise<PageQueries>) => Promise<PageQueries>;

const preloadCredits = async (
  context: Pick<Context, "sql">,
  viewer: Viewer,
): Promise<PageQueries> =>
  viewer ? [[["/api/credits/transactions"], await listTransactions(context, viewer)]] : [];

/** Loads the report on the judges, and the rules of judging whose hash is in the URL. */
const preloadJudge = async (sql: Context["coalescedSql"], search: string): Promise<PageQueries> => {
  const report: PageQueries[number] = [["/api/judge"], await getJudgeReport(sql)];
  const hash = parseRulesHash(search);
  if (hash === null) return [report];
  return [report, [[buildRulesApiPath(hash)], await nullIfNotFound(getJudgeRules(sql, hash))]];
};

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
    load: ({ coalescedSql }, _viewer, { search }) => preloadJudge(coalescedSql, search),
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

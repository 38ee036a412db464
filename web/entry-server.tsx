import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { PageData, RenderPage } from "#shared/contract/page.ts";
import { findPage, getRedirectWithReturnPath } from "#shared/domain/pages.ts";
import { App } from "./app/app.tsx";
import { hydrateQueryCache } from "./app/page-data.ts";
import { AppProviders } from "./app/app-providers.tsx";
import { createStyleCache, renderStyleTag } from "./components/theme/style-cache.ts";
import { createQueryClient } from "./lib/api/query-client.ts";
import { renderCrawlerTags } from "./features/debate/crawler-tags.ts";
import { renderDatasetTags } from "./features/leaderboard/dataset-tags.ts";
import { preloadAll, takeRenderedParts } from "./lib/code-loading/lazy-component.tsx";

/** React renders title, meta and link tags before all other content, so they can be split off. */
const HEAD_TAGS_PATTERN = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/** 404 for unknown pages, and for pages whose subject (e.g. the debate) does not exist. */
const getStatusCode = (isPage: boolean, { queries }: PageData): number =>
  isPage && queries.every(([, data]) => data !== null) ? 200 : 404;

/** Renders a page to HTML and returns it with its styles and head tags, or returns a redirect. */
export const render: RenderPage = async ({ url, origin, nonce, data }) => {
  const page = findPage(new URL(url, origin).pathname);
  const redirectTo = page && getRedirectWithReturnPath(page.name, data.user, url);
  if (redirectTo) return { status: 302, head: "", body: "", redirectTo };
  await preloadAll();
  const client = createQueryClient();
  hydrateQueryCache(client, data);
  const styles = createStyleCache(nonce);
  takeRenderedParts();
  const html = renderToString(
    <AppProviders client={client} styles={styles} nonce={nonce} origin={origin}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </AppProviders>,
  );
  const request = { url, origin, nonce, data };
  const headTags = HEAD_TAGS_PATTERN.exec(html)?.[0] ?? "";
  const body = html.slice(headTags.length);
  return {
    status: getStatusCode(page !== null, data),
    head:
      headTags + renderCrawlerTags(request) + renderDatasetTags(request) + renderStyleTag(styles),
    body,
    parts: takeRenderedParts(),
  };
};

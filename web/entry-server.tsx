import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { PageData, RenderPage } from "#shared/contract/page.ts";
import { pageAt, addressInstead } from "#shared/domain/pages.ts";
import { App } from "./app/app.tsx";
import { takeOver } from "./app/page-data.ts";
import { Providers } from "./app/providers.tsx";
import { createStyleCache, styleTag } from "./components/theme/style-cache.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { preloadAll } from "./lib/split.tsx";

/** React renders title, meta and link tags before all other content. */
const HEAD_TAGS = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/** 404 for unknown pages and for pages whose subject does not exist. */
const statusOf = (isPage: boolean, { queries }: PageData): number =>
  isPage && queries.every(([, answer]) => answer !== null) ? 200 : 404;

/** Renders a page to HTML with its styles and head tags, or returns a redirect. */
export const render: RenderPage = async ({ url, origin, nonce, data }) => {
  const page = pageAt(new URL(url, origin).pathname);
  const redirectTo = page && addressInstead(page.name, data.user, url);
  if (redirectTo) return { status: 302, head: "", body: "", redirectTo };
  await preloadAll();
  const client = createQueryClient();
  takeOver(client, data);
  const styles = createStyleCache(nonce);
  const html = renderToString(
    <Providers client={client} styles={styles} nonce={nonce} origin={origin}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </Providers>,
  );
  const headTags = HEAD_TAGS.exec(html)?.[0] ?? "";
  const body = html.slice(headTags.length);
  return { status: statusOf(page !== null, data), head: headTags + styleTag(styles), body };
};

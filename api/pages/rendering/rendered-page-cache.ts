import { createHash, randomBytes } from "node:crypto";
import type { PageRequest, RenderedPage, RenderPage } from "#shared/contract/page.ts";

/** Maximum number of cached pages, of up to 100 kB each. */
const MAX_PAGES = 200;
/** Cache lifetime. Short, because pages contain relative times such as "2 minutes ago". */
const MAX_AGE_MS = 30_000;

interface CachedPage {
  page: Promise<RenderedPage>;
  until: number;
}

/** A visitor's page depends only on its URL and its data. */
const buildCacheKey = ({ url, origin, data }: PageRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([origin, url, data]))
    .digest("base64");

/**
 * Caches rendered visitor pages by their content. The data is read before each lookup, so a cached
 * page is never outdated. A random placeholder in the cached page is replaced by the response's own
 * nonce.
 */
export const cacheRenderedPages = (
  render: RenderPage,
  now: () => number = Date.now,
): RenderPage => {
  const cache = new Map<string, CachedPage>();
  const noncePlaceholder = randomBytes(16).toString("hex");
  const find = (request: PageRequest): Promise<RenderedPage> => {
    const key = buildCacheKey(request);
    const cached = cache.get(key);
    if (cached && cached.until > now()) return cached.page;
    const page = Promise.resolve(render({ ...request, nonce: noncePlaceholder }));
    cache.delete(key);
    cache.set(key, { page, until: now() + MAX_AGE_MS });
    page.catch(() => cache.delete(key));
    const [oldest] = cache.keys();
    if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest);
    return page;
  };
  return async (request) => {
    const { head, body, ...page } = await find(request);
    const insertNonce = (html: string): string => html.replaceAll(noncePlaceholder, request.nonce);
    return { ...page, head: insertNonce(head), body: insertNonce(body) };
  };
};

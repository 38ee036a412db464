import { createHash, randomBytes } from "node:crypto";
import type { PageRequest, RenderedPage, RenderPage } from "#shared/contract/page.ts";

/** Pages are up to 100 kB each. */
const KEPT = 200;
/** Pages say how long ago something was. */
const FRESH_MS = 30_000;

interface Kept {
  page: Promise<RenderedPage>;
  until: number;
}

/** What a visitor's page looks like follows from its address and what is in it. */
const keyOf = ({ url, origin, data }: PageRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([origin, url, data]))
    .digest("base64");

/**
 * Renders a page of visitors once for as long as it would look the same: what is in it was read
 * before, so nothing is ever shown that is not so any more. Every answer has a nonce of its own,
 * written where the kept page has a word that nobody knows.
 */
export const keepRendered = (render: RenderPage, now: () => number = Date.now): RenderPage => {
  const kept = new Map<string, Kept>();
  const standIn = randomBytes(16).toString("hex");
  const find = (request: PageRequest): Promise<RenderedPage> => {
    const key = keyOf(request);
    const known = kept.get(key);
    if (known && known.until > now()) return known.page;
    const page = Promise.resolve(render({ ...request, nonce: standIn }));
    kept.delete(key);
    kept.set(key, { page, until: now() + FRESH_MS });
    page.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return page;
  };
  return async (request) => {
    const { head, body, ...page } = await find(request);
    const own = (html: string): string => html.replaceAll(standIn, request.nonce);
    return { ...page, head: own(head), body: own(body) };
  };
};

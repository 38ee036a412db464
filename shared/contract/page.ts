import type { User } from "./account.ts";
import type { PublicConfig } from "./config.ts";

/**
 * What the server knew when it wrote the page: in the page as JSON, in
 * `<script type="application/json" id="page-data">`, for the browser to take over without asking
 * again.
 */
export interface PageData {
  config: PublicConfig;
  user: User | null;
  /**
   * Answers of the API, each under the path (and query) of its GET, which is the query key's only
   * part: `[["/api/debates/7"], debate]`. Null where the answer would be 404; a list that has pages
   * comes as a `ListPage`.
   */
  queries: [key: [path: string], answer: unknown][];
}

/** JSON that cannot end the script it stands in. */
export const jsonForScript = (data: object): string =>
  JSON.stringify(data).replace(/</g, "\\u003c");

/** A page of a list, and how many there are on all pages, which `X-Total-Count` says. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
}

/** The page of a search that finds nothing. */
export const NOTHING_FOUND: ListPage<never> = { rows: [], total: 0 };

export interface PageRequest {
  /** Path and query, as asked for. */
  url: string;
  /** Where the product lives, for addresses that must be whole. */
  origin: string;
  /** For every style and script the page holds. */
  nonce: string;
  data: PageData;
}

export interface RenderedPage {
  /** Where whoever asked finds something instead, if not here: a path of the product. */
  redirectTo?: string;
  /** 404 where the page says that there is nothing here. */
  status: number;
  /** HTML for `<!--app-head-->`: title, description and styles. The template has no title. */
  head: string;
  /** HTML for `<!--app-html-->`. */
  body: string;
}

/**
 * What the web's server bundle exports as `render`. The API writes its answer into the template,
 * puts the data where `<!--app-data-->` stands, and the nonce wherever `__CSP_NONCE__` does.
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

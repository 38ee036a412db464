import type { User } from "./accounts/account.ts";
import type { PublicConfig } from "./config.ts";

/**
 * Data of a server-rendered page, as JSON in `<script type="application/json" id="page-data">`. The
 * browser hydrates from it without requests.
 */
export interface PageData {
  config: PublicConfig;
  user: User | null;
  /**
   * API responses with their query keys. A key has one part, the path and query of the GET request:
   * `[["/api/debates/7"], debate]`. The response is null for a 404, and a `ListPage` for a list
   * with pages.
   */
  queries: [key: [path: string], answer: unknown][];
}

/** Stringifies data so that it cannot close its script element. */
export const stringifyForScript = (data: object): string =>
  JSON.stringify(data).replace(/</g, "\\u003c");

export interface ListPage<Row> {
  rows: Row[];
  total: number;
}

export const EMPTY_PAGE: ListPage<never> = { rows: [], total: 0 };

export interface PageRequest {
  url: string;
  /** Public origin of the product, for absolute URLs. */
  origin: string;
  /** CSP nonce for all styles and scripts of the page. */
  nonce: string;
  data: PageData;
}

export interface RenderedPage {
  /** Internal path to redirect to. */
  redirectTo?: string;
  /** HTTP status: 404 if there is no such page, or a part of its data was not found. */
  status: number;
  /** HTML for `<!--app-head-->`: title, description and styles. The template has no title. */
  head: string;
  /** HTML for `<!--app-html-->`. */
  body: string;
  /**
   * Names of lazily loaded components in `body`. The browser loads them before it hydrates the
   * page.
   */
  parts?: readonly string[];
}

/**
 * The export `render` of the web's server bundle. The API inserts its result into the template, the
 * data at `<!--app-data-->`, and the nonce at each `__CSP_NONCE__`.
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

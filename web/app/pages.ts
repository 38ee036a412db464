import { matchPath } from "react-router-dom";
import { split, type Split } from "#web/lib/split.tsx";

interface Page {
  path: string;
  Page: Split<object>;
  /** Signed-in people only. */
  isProtected?: boolean;
}

/** Every page of the product, each in a chunk of its own. */
export const PAGES: readonly Page[] = [
  { path: "/", Page: split(() => import("./routes/home-page.tsx")) },
  { path: "/auth", Page: split(() => import("./routes/auth-page.tsx")) },
  { path: "/debate/:id", Page: split(() => import("./routes/debate-page.tsx")) },
];

export const NotFound = split(() => import("./routes/not-found-page.tsx"));

/** The page at this path, if there is one. */
export const pageAt = (pathname: string): Page | undefined =>
  PAGES.find(({ path }) => matchPath(path, pathname) !== null);

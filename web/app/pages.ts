import { matchPath } from "react-router-dom";
import type { User } from "#shared/contract/account.ts";
import { split, type Split } from "#web/lib/split.tsx";

export interface Page {
  path: string;
  Page: Split<object>;
  /** What people who are signed in find at the same address, where that differs. */
  MyPage?: Split<object>;
  /** Signed-in people only. */
  isProtected?: boolean;
  /** Admins only. */
  isAdminOnly?: boolean;
  /** Only for those who are not signed in. */
  isForVisitors?: boolean;
}

/** Every page of the product, each in a chunk of its own. */
export const PAGES: readonly Page[] = [
  {
    path: "/",
    Page: split(() => import("./routes/home-page.tsx")),
    MyPage: split(() => import("./routes/my-home-page.tsx")),
  },
  {
    path: "/auth",
    Page: split(() => import("./routes/auth-page.tsx")),
    isForVisitors: true,
  },
  { path: "/credits", isProtected: true, Page: split(() => import("./routes/credits-page.tsx")) },
  { path: "/debate/:id", Page: split(() => import("./routes/debate-page.tsx")) },
  { path: "/debates/public", Page: split(() => import("./routes/public-debates-page.tsx")) },
  { path: "/info", Page: split(() => import("./routes/about-page.tsx")) },
  { path: "/privacy", Page: split(() => import("./routes/privacy-page.tsx")) },
  { path: "/assets", Page: split(() => import("./routes/assets-page.tsx")) },
  {
    path: "/admin",
    Page: split(() => import("./routes/audio-admin-page.tsx")),
    isAdminOnly: true,
  },
  {
    path: "/admin-panel",
    Page: split(() => import("./routes/admin-panel-page.tsx")),
    isAdminOnly: true,
  },
  ...(process.env.NODE_ENV === "development"
    ? [{ path: "/design", Page: split(() => import("./routes/design-page.tsx")) }]
    : []),
];

export const NotFound = split(() => import("./routes/not-found-page.tsx"));

/**
 * Where they go who find nothing at a page but know nothing of it either: to sign in, or home. Who
 * is signed in and no admin is told so, and stays until then.
 */
export const redirectFrom = (page: Page, user: User | null): string | null => {
  if (user) return page.isForVisitors ? "/" : null;
  return page.isProtected || page.isAdminOnly ? "/auth" : null;
};

/** The page at this path, if there is one. */
export const pageAt = (pathname: string): Page | undefined =>
  PAGES.find(({ path }) => matchPath(path, pathname) !== null);

/** The code that this address shows to somebody who is, or is not, signed in. */
export const codeOf = (pathname: string, isSignedIn: boolean): Split<object> => {
  const page = pageAt(pathname);
  return (isSignedIn ? page?.MyPage : undefined) ?? page?.Page ?? NotFound;
};

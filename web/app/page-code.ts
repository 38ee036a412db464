import { findPage, type PageName, PAGES } from "#shared/domain/pages.ts";
import { lazyRequired, type LazyComponent } from "#web/lib/code-loading/lazy-component.tsx";

interface PageComponents {
  Page: LazyComponent<object>;
  /** What signed-in users see at the same URL, if it differs from `Page`. */
  MyPage?: LazyComponent<object>;
}

/** The components of all pages. Each page's code is one chunk. */
export const PAGE_COMPONENTS: Record<PageName, PageComponents> = {
  home: {
    Page: lazyRequired(() => import("./routes/home/visitor-home-page.tsx")),
    MyPage: lazyRequired(() => import("./routes/home/signed-in-home-page.tsx")),
  },
  auth: { Page: lazyRequired(() => import("./routes/auth-page.tsx")) },
  credits: { Page: lazyRequired(() => import("./routes/credits-page.tsx")) },
  debate: { Page: lazyRequired(() => import("./routes/debate-page.tsx")) },
  publicDebates: { Page: lazyRequired(() => import("./routes/public-debates-page.tsx")) },
  live: { Page: lazyRequired(() => import("./routes/live-debates-page.tsx")) },
  about: { Page: lazyRequired(() => import("./routes/about-page.tsx")) },
  leaderboard: { Page: lazyRequired(() => import("./routes/leaderboard-page.tsx")) },
  judge: { Page: lazyRequired(() => import("./routes/judge-page.tsx")) },
  privacy: { Page: lazyRequired(() => import("./routes/privacy-page.tsx")) },
  assets: { Page: lazyRequired(() => import("./routes/brand-assets-page.tsx")) },
  account: { Page: lazyRequired(() => import("./routes/account-page.tsx")) },
  link: { Page: lazyRequired(() => import("./routes/email-link-page.tsx")) },
  audioAdmin: { Page: lazyRequired(() => import("./routes/admin/audio-admin-page.tsx")) },
  operations: { Page: lazyRequired(() => import("./routes/admin/operations-page.tsx")) },
  adminPanel: { Page: lazyRequired(() => import("./routes/admin/admin-panel-page.tsx")) },
};

export const NotFound = lazyRequired(() => import("./routes/not-found-page.tsx"));

/** The page of the design system, which exists only in development. */
export const DesignPage =
  process.env.NODE_ENV === "development"
    ? lazyRequired(() => import("./routes/design-page.tsx"))
    : undefined;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The component for a URL, depending on whether the user is signed in. */
export const getPageComponent = (pathname: string, isSignedIn: boolean): LazyComponent<object> => {
  const page = findPage(pathname);
  if (!page) return NotFound;
  const { Page, MyPage } = PAGE_COMPONENTS[page.name];
  return isSignedIn ? (MyPage ?? Page) : Page;
};

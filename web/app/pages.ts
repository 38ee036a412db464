import { pageAt, type PageName, PAGES } from "#shared/domain/pages.ts";
import { split, type Split } from "#web/lib/split.tsx";

interface PageCode {
  Page: Split<object>;
  /** A different page for signed-in users at the same URL. */
  MyPage?: Split<object>;
}

/** The code of all pages, one chunk each. */
export const CODE: Record<PageName, PageCode> = {
  home: {
    Page: split(() => import("./routes/home-page.tsx")),
    MyPage: split(() => import("./routes/my-home-page.tsx")),
  },
  auth: { Page: split(() => import("./routes/auth-page.tsx")) },
  credits: { Page: split(() => import("./routes/credits-page.tsx")) },
  debate: { Page: split(() => import("./routes/debate-page.tsx")) },
  publicDebates: { Page: split(() => import("./routes/public-debates-page.tsx")) },
  live: { Page: split(() => import("./routes/live-page.tsx")) },
  about: { Page: split(() => import("./routes/about-page.tsx")) },
  privacy: { Page: split(() => import("./routes/privacy-page.tsx")) },
  assets: { Page: split(() => import("./routes/assets-page.tsx")) },
  account: { Page: split(() => import("./routes/account-page.tsx")) },
  link: { Page: split(() => import("./routes/link-page.tsx")) },
  audioAdmin: { Page: split(() => import("./routes/audio-admin-page.tsx")) },
  operations: { Page: split(() => import("./routes/operations-page.tsx")) },
  adminPanel: { Page: split(() => import("./routes/admin-panel-page.tsx")) },
};

export const NotFound = split(() => import("./routes/not-found-page.tsx"));

/** The design system, in development only. */
export const Design =
  process.env.NODE_ENV === "development"
    ? split(() => import("./routes/design-page.tsx"))
    : undefined;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The component for a URL, depending on whether the user is signed in. */
export const codeOf = (pathname: string, isSignedIn: boolean): Split<object> => {
  const page = pageAt(pathname);
  if (!page) return NotFound;
  const { Page, MyPage } = CODE[page.name];
  return isSignedIn ? (MyPage ?? Page) : Page;
};

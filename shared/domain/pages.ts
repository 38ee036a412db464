import { buildAuthPath, parseReturnPath } from "./accounts/return-path.ts";
import { isAdmin, type Viewer } from "./accounts/viewer.ts";

type Audience = "everyone" | "visitors" | "members" | "admins";

interface PageDefinition {
  /** Path pattern; `:id` matches one segment. */
  path: string;
  audience: Audience;
  isListed: boolean;
}

export const PAGES = {
  home: { path: "/", audience: "everyone", isListed: true },
  auth: { path: "/auth", audience: "visitors", isListed: true },
  about: { path: "/info", audience: "everyone", isListed: true },
  privacy: { path: "/privacy", audience: "everyone", isListed: true },
  debate: { path: "/debate/:id", audience: "everyone", isListed: false },
  publicDebates: { path: "/debates/public", audience: "everyone", isListed: true },
  live: { path: "/live", audience: "everyone", isListed: true },
  leaderboard: { path: "/leaderboard", audience: "everyone", isListed: true },
  judge: { path: "/judge", audience: "everyone", isListed: true },
  assets: { path: "/assets", audience: "everyone", isListed: true },
  credits: { path: "/credits", audience: "members", isListed: false },
  account: { path: "/account", audience: "members", isListed: false },
  link: { path: "/link", audience: "everyone", isListed: false },
  audioAdmin: { path: "/admin", audience: "admins", isListed: false },
  operations: { path: "/operations", audience: "admins", isListed: false },
  adminPanel: { path: "/admin-panel", audience: "admins", isListed: false },
} as const satisfies Record<string, PageDefinition>;

/** Paths that people guess, with the page they permanently redirect to. */
export const PATH_ALIASES = {
  "/about": PAGES.about.path,
  "/debates": PAGES.publicDebates.path,
} as const satisfies Record<string, string>;

export type PageName = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as PageName[];

const splitPath = (path: string): string[] => path.replace(/\/$/, "").split("/");

const matchesPath = (path: string, pathname: string): boolean => {
  const [pattern, parts] = [splitPath(path), splitPath(pathname)];
  return (
    pattern.length === parts.length &&
    pattern.every(
      (part, n) => part === parts[n]?.toLowerCase() || (part === ":id" && parts[n] !== ""),
    )
  );
};

/** Finds the page of a path, with the value of `:id`; null if there is none. */
export const findPage = (pathname: string): { name: PageName; id: string | undefined } | null => {
  const name = PAGE_NAMES.find((page) => matchesPath(PAGES[page].path, pathname));
  if (!name) return null;
  const index = splitPath(PAGES[name].path).indexOf(":id");
  return { name, id: splitPath(pathname)[index] };
};

const PAGES_WITH_DEBATE_LISTS: ReadonlySet<PageName> = new Set([
  "home",
  "publicDebates",
  "live",
  "audioAdmin",
  "operations",
]);

/** Whether a page lists debates, so that a debate's page can link back to it. */
export const isDebateListPath = (pathname: string): boolean => {
  const page = findPage(pathname);
  return page !== null && PAGES_WITH_DEBATE_LISTS.has(page.name);
};

/**
 * Where a viewer is redirected from a page. Visitors are sent from pages for members and admins to
 * the login page, signed-in users from the login page to the home page. Null for no redirect. On a
 * page for admins, other signed-in users see a message instead.
 */
export const getRedirectPath = (name: PageName, viewer: Viewer): "/" | "/auth" | null => {
  const audience: Audience = PAGES[name].audience;
  if (viewer) return audience === "visitors" ? "/" : null;
  return audience === "members" || audience === "admins" ? "/auth" : null;
};

/**
 * Returns the redirect with a return path; null for no redirect. The login page gets the path of
 * this page. A signed-in user who opens the login page is sent to the return path in its query.
 */
export const getRedirectWithReturnPath = (
  name: PageName,
  viewer: Viewer,
  path: string,
): string | null => {
  const redirect = getRedirectPath(name, viewer);
  if (redirect === null) return null;
  return redirect === "/auth"
    ? buildAuthPath("login", path)
    : parseReturnPath(path.slice((path + "?").indexOf("?")));
};

/** Whether a signed-in viewer may not open the page and sees a message instead. */
export const isAccessDenied = (name: PageName, viewer: Viewer): boolean =>
  PAGES[name].audience === "admins" && viewer !== null && !isAdmin(viewer);

/** Pages that an admin can open before adding a required second factor. */
export const isOpenWithoutSecondFactor = (name: PageName): boolean =>
  name === "account" || name === "link";

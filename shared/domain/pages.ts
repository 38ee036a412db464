import { authAddress, returnPath } from "./return-path.ts";
import { isAdmin, type Viewer } from "./viewer.ts";

/** Who may enter a page. */
type Audience = "everyone" | "visitors" | "members" | "admins";

interface PageFacts {
  /** Its address; `:id` stands for one part of it. */
  path: string;
  for: Audience;
  /** Whether search engines are told of it. */
  isListed: boolean;
}

/** Every page of the product. */
export const PAGES = {
  home: { path: "/", for: "everyone", isListed: true },
  auth: { path: "/auth", for: "visitors", isListed: true },
  about: { path: "/info", for: "everyone", isListed: true },
  privacy: { path: "/privacy", for: "everyone", isListed: true },
  debate: { path: "/debate/:id", for: "everyone", isListed: false },
  publicDebates: { path: "/debates/public", for: "everyone", isListed: true },
  live: { path: "/live", for: "everyone", isListed: true },
  assets: { path: "/assets", for: "everyone", isListed: true },
  credits: { path: "/credits", for: "members", isListed: false },
  account: { path: "/account", for: "members", isListed: false },
  link: { path: "/link", for: "everyone", isListed: false },
  audioAdmin: { path: "/admin", for: "admins", isListed: false },
  operations: { path: "/operations", for: "admins", isListed: false },
  adminPanel: { path: "/admin-panel", for: "admins", isListed: false },
} as const satisfies Record<string, PageFacts>;

/** Addresses that people guess, and the page that each leads to for good. */
export const ALIASES = {
  "/about": PAGES.about.path,
  "/debates": PAGES.publicDebates.path,
} as const satisfies Record<string, string>;

export type PageName = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The parts of an address, without what a closing slash leaves. */
const partsOf = (path: string): string[] => path.replace(/\/$/, "").split("/");

const fits = (path: string, pathname: string): boolean => {
  const [pattern, parts] = [partsOf(path), partsOf(pathname)];
  return (
    pattern.length === parts.length &&
    pattern.every(
      (part, n) => part === parts[n]?.toLowerCase() || (part === ":id" && parts[n] !== ""),
    )
  );
};

/** The page at this address, if there is one, and what stands there for `:id`. */
export const pageAt = (pathname: string): { name: PageName; id: string | undefined } | null => {
  const name = PAGE_NAMES.find((each) => fits(PAGES[each].path, pathname));
  if (!name) return null;
  const place = partsOf(PAGES[name].path).indexOf(":id");
  return { name, id: partsOf(pathname)[place] };
};

const WITH_LISTS: ReadonlySet<PageName> = new Set([
  "home",
  "publicDebates",
  "live",
  "audioAdmin",
  "operations",
]);

/** Whether a page lists debates, so that a debate's page leads back to it. */
export const isDebateList = (pathname: string): boolean => {
  const page = pageAt(pathname);
  return page !== null && WITH_LISTS.has(page.name);
};

/**
 * Where they go who find nothing at a page but know nothing of it either: to sign in, or home. Null
 * for everyone else; who is signed in and no admin is told so first.
 */
export const redirectFrom = (name: PageName, viewer: Viewer): "/" | "/auth" | null => {
  const audience: Audience = PAGES[name].for;
  if (viewer) return audience === "visitors" ? "/" : null;
  return audience === "members" || audience === "admins" ? "/auth" : null;
};

/** The same with the way back: to what one was to see here, or came from to sign in. */
export const addressInstead = (name: PageName, viewer: Viewer, here: string): string | null => {
  const elsewhere = redirectFrom(name, viewer);
  if (elsewhere === null) return null;
  return elsewhere === "/auth"
    ? authAddress("login", here)
    : returnPath(here.slice((here + "?").indexOf("?")));
};

/** Whether somebody who is signed in may not enter, and is told so. */
export const isDenied = (name: PageName, viewer: Viewer): boolean =>
  PAGES[name].for === "admins" && viewer !== null && !isAdmin(viewer);

/** Whether an admin may enter who has to add a second factor first: where that is done. */
export const isOpenWithoutFactor = (name: PageName): boolean =>
  name === "account" || name === "link";

import {
  getRedirectWithReturnPath,
  isAccessDenied,
  isOpenWithoutSecondFactor,
  findPage,
  type PageName,
  PAGES,
  getRedirectPath,
} from "#shared/domain/pages.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

const member: Viewer = { id: 1, role: "user" };
const admin: Viewer = { id: 2, role: "admin" };

describe("the pages", () => {
  it.each([
    ["/", "home", undefined],
    ["/info", "about", undefined],
    ["/info/", "about", undefined],
    ["/INFO", "about", undefined],
    ["/debate/7", "debate", "7"],
    ["/debate/Seven/", "debate", "Seven"],
    ["/debates/public", "publicDebates", undefined],
    ["/admin", "audioAdmin", undefined],
    ["/admin-panel", "adminPanel", undefined],
  ] as const)("are found by path: %s is %s", (path, name, id) => {
    expect(findPage(path)).toEqual({ name, id });
  });

  it.each([
    "/debate",
    "/debate/",
    "/debate//",
    "/debate/7/more",
    "/debates",
    "/infos",
    "/admin-panel/users",
    "//",
  ])("are not found at other paths: %s", (path) => {
    expect(findPage(path)).toBeNull();
  });

  it.each<[PageName, Viewer, string | null]>([
    ["home", null, null],
    ["home", member, null],
    ["auth", null, null],
    ["auth", member, "/"],
    ["credits", null, "/auth"],
    ["credits", member, null],
    ["account", null, "/auth"],
    ["account", member, null],
    ["link", null, null],
    ["audioAdmin", null, "/auth"],
    ["adminPanel", null, "/auth"],
    ["adminPanel", member, null],
    ["adminPanel", admin, null],
  ])("redirect viewers whom they are not for: %s, %j → %s", (name, viewer, to) => {
    expect(getRedirectPath(name, viewer)).toBe(to);
  });

  it.each<[PageName, Viewer, string, string | null]>([
    ["credits", member, "/credits?order=7", null],
    ["credits", null, "/credits?order=7", "/auth?tab=login&next=%2Fcredits%3Forder%3D7"],
    ["auth", member, "/auth?tab=login&next=%2Fcredits", "/credits"],
    ["auth", member, "/auth?tab=login", "/"],
    ["auth", member, "/auth", "/"],
  ])("keep the return path in a redirect: %s, %j at %s → %s", (name, viewer, here, to) => {
    expect(getRedirectWithReturnPath(name, viewer, here)).toBe(to);
  });

  it("for admins are denied to signed-in users who are no admins", () => {
    const denied = (viewer: Viewer) =>
      (Object.keys(PAGES) as PageName[]).filter((name) => isAccessDenied(name, viewer));
    expect(denied(member)).toEqual(["audioAdmin", "operations", "adminPanel"]);
    expect([...denied(null), ...denied(admin)]).toEqual([]);
  });

  it("are listed for search engines if they are public", () => {
    const listed = Object.values(PAGES).filter(({ isListed }) => isListed);
    expect(listed.map(({ path }) => path).toSorted()).toEqual([
      "/",
      "/assets",
      "/auth",
      "/debates/public",
      "/info",
      "/judge",
      "/leaderboard",
      "/live",
      "/privacy",
    ]);
  });
});

it("the pages for accounts and email links are open to an admin without a required second factor", () => {
  const open = (Object.keys(PAGES) as PageName[]).filter(isOpenWithoutSecondFactor);
  expect(open).toEqual(["account", "link"]);
});

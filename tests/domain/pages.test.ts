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
  ] as const)("stand at their addresses: %s is %s", (path, name, id) => {
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
  ])("do not stand anywhere else: %s", (path) => {
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
  ])("send those elsewhere whom they are not for: %s, %j → %s", (name, viewer, to) => {
    expect(getRedirectPath(name, viewer)).toBe(to);
  });

  it.each<[PageName, Viewer, string, string | null]>([
    ["credits", member, "/credits?order=7", null],
    ["credits", null, "/credits?order=7", "/auth?tab=login&next=%2Fcredits%3Forder%3D7"],
    ["auth", member, "/auth?tab=login&next=%2Fcredits", "/credits"],
    ["auth", member, "/auth?tab=login", "/"],
    ["auth", member, "/auth", "/"],
  ])("lead back to where one was: %s, %j at %s → %s", (name, viewer, here, to) => {
    expect(getRedirectWithReturnPath(name, viewer, here)).toBe(to);
  });

  it("for admins are denied to users, and to nobody else", () => {
    const denied = (viewer: Viewer) =>
      (Object.keys(PAGES) as PageName[]).filter((name) => isAccessDenied(name, viewer));
    expect(denied(member)).toEqual(["audioAdmin", "operations", "adminPanel"]);
    expect([...denied(null), ...denied(admin)]).toEqual([]);
  });

  it("are told to search engines where everyone finds something", () => {
    const listed = Object.values(PAGES).filter(({ isListed }) => isListed);
    expect(listed.map(({ path }) => path).toSorted()).toEqual([
      "/",
      "/assets",
      "/auth",
      "/debates/public",
      "/info",
      "/live",
      "/privacy",
    ]);
  });
});

it("an admin who has to add a second factor enters where that is done, and what mails link to", () => {
  const open = (Object.keys(PAGES) as PageName[]).filter(isOpenWithoutSecondFactor);
  expect(open).toEqual(["account", "link"]);
});

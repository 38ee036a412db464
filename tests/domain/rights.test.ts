import {
  type AccountAction,
  type AccountSubject,
  type DebateAction,
  isSelfDemotion,
  isShareable,
  can,
} from "#shared/domain/accounts/permissions.ts";
import {
  isAdmin,
  type SignedInViewer,
  type UserRole,
  type Viewer,
} from "#shared/domain/accounts/viewer.ts";
import { canSeeJudgement, canSeeTurn } from "#shared/domain/accounts/visitor-limits.ts";

const owner: SignedInViewer = { id: 1, role: "user" };
const other: Viewer = { id: 2, role: "user" };
const admin: SignedInViewer = { id: 3, role: "admin" };
const visitor: Viewer = null;
const viewers = { visitor, owner, other, admin };

const debate = { userId: 1, onlyOwnerSteps: false, status: "active" } as const;
const allowed = (act: DebateAction, isPublic: boolean) =>
  Object.entries(viewers).flatMap(([name, viewer]) =>
    can(viewer, act, { ...debate, isPublic }) ? [name] : [],
  );

describe("who may do what to a debate", () => {
  it("everyone sees a public one, its owner alone a private one", () => {
    expect(allowed("see", true)).toEqual(["visitor", "owner", "other", "admin"]);
    expect(allowed("see", false)).toEqual(["owner"]);
  });

  it.each(["step", "vote", "react"] as const)("%s: everyone signed in who may see it", (act) => {
    expect(allowed(act, true)).toEqual(["owner", "other", "admin"]);
    expect(allowed(act, false)).toEqual(["owner"]);
  });

  it("its owner, and admins who may see it, restart its failed turns", () => {
    expect(allowed("restart", true)).toEqual(["owner", "admin"]);
    expect(allowed("restart", false)).toEqual(["owner"]);
  });

  it("its owner alone steps it where they said so", () => {
    const closed = { ...debate, isPublic: true, onlyOwnerSteps: true };
    const steppers = Object.entries(viewers).filter(([, viewer]) => can(viewer, "step", closed));
    expect(steppers.map(([name]) => name)).toEqual(["owner"]);
    expect(can(other, "vote", closed)).toBe(true);
  });

  it("its owner alone changes who sees it", () => {
    expect(allowed("change", true)).toEqual(["owner"]);
    expect(allowed("change", false)).toEqual(["owner"]);
  });

  it("its owner and admins delete it, private or not", () => {
    expect(allowed("delete", true)).toEqual(["owner", "admin"]);
    expect(allowed("delete", false)).toEqual(["owner", "admin"]);
  });

  it("whoever sees it reports it, but for whose it is", () => {
    expect(allowed("report", true)).toEqual(["visitor", "other", "admin"]);
    expect(allowed("report", false)).toEqual([]);
  });

  it.each([
    [true, true, false, true],
    [true, false, false, false],
    [false, true, false, false],
    [true, true, true, false],
  ])(
    "may be shown elsewhere, if public (%p), shared (%p) and not unlisted (%p): %p",
    (isPublic, shareEnabled, isUnlisted, may) => {
      expect(isShareable({ isPublic, shareEnabled, isUnlisted })).toBe(may);
    },
  );
});

describe("visitors", () => {
  it("read the first four turns and no judgement", () => {
    expect([1, 4, 5].map((n) => canSeeTurn(visitor, n))).toEqual([true, true, false]);
    expect(canSeeTurn(other, 5)).toBe(true);
    expect([visitor, other].map(canSeeJudgement)).toEqual([false, true]);
  });
});

describe("who may do what to an account", () => {
  const superadmin: SignedInViewer = { id: 4, role: "superadmin" };
  const all = { visitor, other, admin, superadmin };
  const allowed = (act: AccountAction, account: AccountSubject) =>
    Object.entries(all).flatMap(([name, viewer]) => (can(viewer, act, account) ? [name] : []));
  const accounts = [owner, { id: 9, role: "admin" }, { id: 9, role: "superadmin" }] as const;

  it("superadmins change any role, but do not give up their own", () => {
    for (const account of accounts) expect(allowed("setRole", account)).toEqual(["superadmin"]);
    expect(isSelfDemotion(superadmin, superadmin.id, "admin")).toBe(true);
    expect(isSelfDemotion(superadmin, superadmin.id, "superadmin")).toBe(false);
    expect(isSelfDemotion(superadmin, 9, "user")).toBe(false);
    expect(isSelfDemotion(admin, admin.id, "user")).toBe(false);
  });

  it.each(["setCredits", "endSessions"] as const)(
    "%s: admins cannot touch admins, themselves included",
    (act) => {
      expect(accounts.map((account) => allowed(act, account))).toEqual([
        ["admin", "superadmin"],
        ["superadmin"],
        ["superadmin"],
      ]);
      expect(can(admin, act, admin)).toBe(false);
    },
  );

  it.each(["deleteAccount", "suspend"] as const)("%s: nobody an admin's", (act) => {
    expect(accounts.map((account) => allowed(act, account))).toEqual([
      ["admin", "superadmin"],
      [],
      [],
    ]);
  });
});

describe("admins", () => {
  it("are those whose role says so", () => {
    const roles = ["user", "admin", "superadmin"] as const;
    expect(roles.map((role) => isAdmin({ role }))).toEqual([false, true, true]);
    expect(isAdmin(visitor)).toBe(false);
  });
});

describe("a running Auto-Play is paused, and its pace changed, by", () => {
  const by = { id: 2 };
  const person = (id: number, role: UserRole = "user") => ({ id, role });
  it.each<[string, Viewer, boolean, { id: number } | null, boolean]>([
    ["the owner", person(1), true, by, true],
    ["who turned it on", person(2), true, by, true],
    ["an admin", person(3, "admin"), true, by, true],
    ["a superadmin", person(3, "superadmin"), true, by, true],
    ["nobody else", person(3), true, by, false],
    ["no visitor", null, true, by, false],
    ["no admin where it is private", person(3, "admin"), false, by, false],
    ["no admin while it is off", person(3, "admin"), true, null, false],
    ["nobody else while it is off", person(2), true, null, false],
    ["the owner while it is off", person(1), true, null, true],
  ])("%s", (_who, viewer, isPublic, turnedOnBy, expected) => {
    const subject = { ...debate, isPublic, autoPlay: { by: turnedOnBy } };
    expect(can(viewer, "directAutoPlay", subject)).toBe(expected);
  });
});

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

describe("the permissions for a debate:", () => {
  it("all viewers may see a public one, only its owner a private one", () => {
    expect(allowed("see", true)).toEqual(["visitor", "owner", "other", "admin"]);
    expect(allowed("see", false)).toEqual(["owner"]);
  });

  it.each(["step", "vote", "react"] as const)(
    "every signed-in viewer who may see it may %s",
    (act) => {
      expect(allowed(act, true)).toEqual(["owner", "other", "admin"]);
      expect(allowed(act, false)).toEqual(["owner"]);
    },
  );

  it("its owner, and admins who may see it, may restart its failed turns", () => {
    expect(allowed("restart", true)).toEqual(["owner", "admin"]);
    expect(allowed("restart", false)).toEqual(["owner"]);
  });

  it("only its owner may step it if the owner reserved that", () => {
    const closed = { ...debate, isPublic: true, onlyOwnerSteps: true };
    const steppers = Object.entries(viewers).filter(([, viewer]) => can(viewer, "step", closed));
    expect(steppers.map(([name]) => name)).toEqual(["owner"]);
    expect(can(other, "vote", closed)).toBe(true);
  });

  it("only its owner may change its visibility", () => {
    expect(allowed("change", true)).toEqual(["owner"]);
    expect(allowed("change", false)).toEqual(["owner"]);
  });

  it("its owner and admins may delete it, private or not", () => {
    expect(allowed("delete", true)).toEqual(["owner", "admin"]);
    expect(allowed("delete", false)).toEqual(["owner", "admin"]);
  });

  it("all viewers who see it, except its owner, may report it", () => {
    expect(allowed("report", true)).toEqual(["visitor", "other", "admin"]);
    expect(allowed("report", false)).toEqual([]);
  });

  it.each([
    [true, true, false, true],
    [true, false, false, false],
    [false, true, false, false],
    [true, true, true, false],
  ])(
    "public: %p, shared: %p and unlisted: %p make it shareable: %p",
    (isPublic, shareEnabled, isUnlisted, may) => {
      expect(isShareable({ isPublic, shareEnabled, isUnlisted })).toBe(may);
    },
  );
});

describe("visitors", () => {
  it("can read the first four turns and no judgement", () => {
    expect([1, 4, 5].map((n) => canSeeTurn(visitor, n))).toEqual([true, true, false]);
    expect(canSeeTurn(other, 5)).toBe(true);
    expect([visitor, other].map(canSeeJudgement)).toEqual([false, true]);
  });
});

describe("the permissions for an account:", () => {
  const superadmin: SignedInViewer = { id: 4, role: "superadmin" };
  const all = { visitor, other, admin, superadmin };
  const allowed = (act: AccountAction, account: AccountSubject) =>
    Object.entries(all).flatMap(([name, viewer]) => (can(viewer, act, account) ? [name] : []));
  const accounts = [owner, { id: 9, role: "admin" }, { id: 9, role: "superadmin" }] as const;

  it("superadmins may change any role except demote themselves", () => {
    for (const account of accounts) expect(allowed("setRole", account)).toEqual(["superadmin"]);
    expect(isSelfDemotion(superadmin, superadmin.id, "admin")).toBe(true);
    expect(isSelfDemotion(superadmin, superadmin.id, "superadmin")).toBe(false);
    expect(isSelfDemotion(superadmin, 9, "user")).toBe(false);
    expect(isSelfDemotion(admin, admin.id, "user")).toBe(false);
  });

  it.each(["setCredits", "endSessions"] as const)(
    "%s is allowed to admins for users only, and to superadmins for all",
    (act) => {
      expect(accounts.map((account) => allowed(act, account))).toEqual([
        ["admin", "superadmin"],
        ["superadmin"],
        ["superadmin"],
      ]);
      expect(can(admin, act, admin)).toBe(false);
    },
  );

  it.each(["deleteAccount", "suspend"] as const)(
    "%s is allowed to admins and superadmins for users only",
    (act) => {
      expect(accounts.map((account) => allowed(act, account))).toEqual([
        ["admin", "superadmin"],
        [],
        [],
      ]);
    },
  );
});

describe("admins", () => {
  it("are users with the role admin or superadmin", () => {
    const roles = ["user", "admin", "superadmin"] as const;
    expect(roles.map((role) => isAdmin({ role }))).toEqual([false, true, true]);
    expect(isAdmin(visitor)).toBe(false);
  });
});

describe("the permission to pause Auto-Play and change its pace", () => {
  const by = { id: 2 };
  const viewerWith = (id: number, role: UserRole = "user") => ({ id, role });
  it.each<[string, Viewer, boolean, { id: number } | null, boolean]>([
    ["is given to the owner", viewerWith(1), true, by, true],
    ["is given to the user who turned it on", viewerWith(2), true, by, true],
    ["is given to an admin", viewerWith(3, "admin"), true, by, true],
    ["is given to a superadmin", viewerWith(3, "superadmin"), true, by, true],
    ["is denied to other users", viewerWith(3), true, by, false],
    ["is denied to visitors", null, true, by, false],
    ["is denied to an admin in a private debate", viewerWith(3, "admin"), false, by, false],
    ["is denied to an admin while it is off", viewerWith(3, "admin"), true, null, false],
    ["is denied to other users while it is off", viewerWith(2), true, null, false],
    ["is given to the owner while it is off", viewerWith(1), true, null, true],
  ])("%s", (_who, viewer, isPublic, turnedOnBy, expected) => {
    const subject = { ...debate, isPublic, autoPlay: { by: turnedOnBy } };
    expect(can(viewer, "directAutoPlay", subject)).toBe(expected);
  });
});

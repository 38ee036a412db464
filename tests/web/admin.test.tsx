/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor, within } from "@testing-library/react";
import type { User } from "#shared/contract/accounts/account.ts";
import { type AdminDebate, AuditEntry } from "#shared/contract/admin/admin.ts";
import type { JudgeAuditRun } from "#shared/contract/admin/judge-audit.ts";
import type { CheckedService, ModelCheck } from "#shared/contract/admin/model-check.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import type { SpendingOverview } from "#shared/contract/admin/spending.ts";
import type { DebateAudio } from "#shared/contract/debates/audio.ts";
import { buildDebate, buildSpendingPart, buildTtsStatus, USER as someone } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { expectToast, isButtonDisabled, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const root: User = { ...someone, id: 1, username: "root", role: "superadmin", isAdmin: true };
const admin: User = { ...someone, id: 2, username: "ann", role: "admin", isAdmin: true };
const berta: User = { ...someone, id: 3, username: "berta", email: "b@example.com", credits: 5 };
const USERS = [berta, admin, root];

const debate: AdminDebate = {
  ...buildDebate({ currentTurn: 3 }),
  audio: { ready: 1, pending: 0, failed: 1, missing: 1 },
  audioJob: null,
  verdict: "none",
};
const audio: DebateAudio = {
  debateId: 7,
  turns: (["ready", "failed", "none"] as const).map((status, i) => ({
    turnId: 101 + i,
    turnNumber: 1 + i,
    provider: i % 2 ? ("claude" as const) : ("openai" as const),
    isSecondary: false,
    status,
    error: status === "failed" ? "The voice is overloaded." : null,
    version: 1,
    durationMs: status === "ready" ? 61_000 : null,
  })),
  job: null,
};

const LISTS: FakeResponses = {
  "GET /api/superadmin/users?perPage=10": [200, USERS],
  "GET /api/admin/users?perPage=10": [200, USERS, { "X-Total-Count": "3" }],
  "GET /api/admin/debates?perPage=10": [200, [debate], { "X-Total-Count": "1" }],
  "GET /api/superadmin/audit?perPage=10": [200, []],
  "GET /api/admin/debates/7/audio": [200, audio],
};

const openAs = (user: User, path: string, answers: FakeResponses = {}) => {
  fakeApi().respond({ ...LISTS, "GET /api/user": [200, user], ...answers });
  return renderAppPage(fakeApi(), path, { user });
};
const rowOf = async (name: string) => {
  const cell = await screen.findByText(name, { selector: "td strong" });
  const row = cell.closest("tr");
  if (!row) throw new Error("no row");
  return within(row);
};
const updateIn = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.getByRole("button", { name: /^Update (role|credits) of \w+$/ });
const sent = () => fakeApi().requests.filter(({ method }) => method !== "GET");
const createDelayedResponse = () => {
  let send = () => {};
  const responseSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { responseSent, send };
};
const REGENERATED = [
  "Audio Regenerated",
  "The audio has been regenerated successfully. Try playing it again.",
] as const;

describe("the admin pages", () => {
  test.each(["/admin", "/admin-panel"])("%s sends a visitor to the login page", async (path) => {
    fakeApi().respond({});
    await renderAppPage(fakeApi(), path);
    await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  });

  test.each(["/admin", "/admin-panel"])(
    "%s sends a user to the home page and says why",
    async (path) => {
      await openAs(someone, path, { "GET /api/debates/my?perPage=12": [200, []] });
      await expectToast("Access Denied", "You don't have permission to access the admin panel.");
      await waitFor(() => expect(window.location.pathname).toBe("/"));
    },
  );
});

describe("the header", () => {
  test("links to the admin pages for admins only", async () => {
    const { unmount } = await openAs(admin, "/admin-panel");
    const links = ["Audio Admin", "User Management"].map((name) =>
      screen.getAllByRole("link", { name, hidden: true }).map((link) => link.getAttribute("href")),
    );
    expect(links.map(([href]) => href)).toEqual(["/admin", "/admin#users"]);
    unmount();
    await openAs(someone, "/", { "GET /api/debates/my?perPage=12": [200, []] });
    expect(screen.queryByText("Audio Admin")).toBeNull();
  });

  test.each([
    ["superadmin", root, "/admin-panel"],
    ["admin", admin, "/admin#users"],
  ] as const)("links the %s to the users table", async (_role, viewer, address) => {
    const { user } = await openAs(viewer, "/info");
    const [line] = screen.getAllByRole("link", { name: "User Management", hidden: true });
    expect(line?.getAttribute("href")).toBe(address);
    if (line) await user.click(line);
    const search = await screen.findByRole("searchbox", { name: "Search by name or email" });
    expect(search).toBeTruthy();
  });

  test("focuses the users table again when its link is pressed on the same page", async () => {
    const { user } = await openAs(admin, "/admin");
    for (const _press of [1, 2]) {
      screen.getByRole("searchbox", { name: "Search by topic" }).focus();
      const [line] = screen.getAllByRole("link", { name: "User Management", hidden: true });
      if (line) await user.click(line);
      await waitFor(() => expect(document.activeElement?.textContent).toBe("Users"));
    }
  });
});

describe("the admin panel", () => {
  test("has all its tabs for a superadmin", async () => {
    const { user } = await openAs(root, "/admin-panel");
    for (const name of ["Credit Management", "Audio Management", "User Management"]) {
      await user.click(screen.getByRole("tab", { name }));
      expect(await screen.findByRole("tab", { name, selected: true })).toBeTruthy();
    }
  });

  test("enables only the Audio tab for an admin, whatever the address says", async () => {
    const { user } = await openAs(admin, "/admin-panel?tab=users");
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(screen.getByText(/^The other tabs are for superadmins\./)).toBeTruthy();
    const disabled = screen
      .getAllByRole<HTMLButtonElement>("tab")
      .filter((tab) => tab.disabled)
      .map((tab) => tab.textContent);
    expect(disabled).toEqual(["User Management", "Credit Management"]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Audio Management");
    const panel = within(screen.getByRole("tabpanel"));
    const link = panel.getByRole("link", { name: "Public debates" });
    expect(link.getAttribute("href")).toBe("/debates/public");
    screen.getByRole("tab", { selected: true }).focus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Audio Management");
  });

  test("repeats the search words when nothing is found", async () => {
    await openAs(root, "/admin-panel?q=zzz", {
      "GET /api/superadmin/users?perPage=10&q=zzz": [200, []],
    });
    expect(await screen.findByText("No user matches “zzz”.")).toBeTruthy();
  });

  test("leads from an empty result to all users", async () => {
    const { user } = await openAs(root, "/admin-panel?q=zzz", {
      "GET /api/superadmin/users?perPage=10&q=zzz": [200, []],
    });
    await user.click(await screen.findByRole("button", { name: "Show all" }));
    expect(await rowOf("berta")).toBeTruthy();
    expect(window.location.search).toBe("");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    expect(document.activeElement?.textContent).toMatch(/users$/);
  });

  test("keeps the previous results until those of the new search arrive", async () => {
    const { responseSent, send } = createDelayedResponse();
    const { user } = await openAs(root, "/admin-panel?q=zzz", {
      "GET /api/superadmin/users?perPage=10&q=zzz": [200, []],
      "GET /api/superadmin/users?perPage=10&q=berta": async () => {
        await responseSent;
        return [200, [berta], { "X-Total-Count": "1" }];
      },
      "GET /api/superadmin/users?perPage=10&q=ann": () => new Promise(() => {}),
    });
    await screen.findByText("No user matches “zzz”.");
    const box = screen.getByRole("searchbox");
    // Pastes the text. If it were typed, the debounce could end between two letters on a slow
    // machine.
    const searchFor = async (words: string) => {
      await user.tripleClick(box);
      await user.paste(words);
    };
    await searchFor("berta");
    await waitFor(() => expect(window.location.search).toBe("?q=berta"));
    expect(screen.getByText(/^No user matches/).textContent).toBe("No user matches “zzz”.");
    send();
    await rowOf("berta");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false");
    await searchFor("ann");
    await waitFor(() => expect(window.location.search).toBe("?q=ann"));
    await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true"));
    expect(await rowOf("berta")).toBeTruthy();
  });

  test("marks the current user's row and shows the exact date on hover", async () => {
    const { user } = await openAs(root, "/admin-panel");
    expect((await rowOf("root")).getByText("Current User")).toBeTruthy();
    expect((await rowOf("berta")).queryByText("Current User")).toBeNull();
    const joined = (await rowOf("berta")).getByText(/year|month|ago/);
    await user.hover(joined);
    expect(joined.getAttribute("title")).toMatch(/2025/);
  });
});

describe("the audit log", () => {
  test("ignores an unknown act and cuts a name that is too long in its address", async () => {
    await openAs(root, `/operations?tab=audit&what=nope&who=${"a".repeat(101)}`, {
      [`GET /api/superadmin/audit?perPage=10&who=${"a".repeat(100)}`]: [200, []],
    });
    expect(await screen.findByText(/^No action matches “a{100}”\.$/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>("Action").value).toBe("");
    const box = screen.getByLabelText<HTMLInputElement>("Admin name");
    expect([box.value.length, box.maxLength]).toEqual([100, 100]);
  });

  test("names each act, its subject and its values, with a topic in quotes", async () => {
    const topic = "Side of the road, left or right?";
    const entry = { createdAt: someone.createdAt, actorId: 1, actorName: "root", after: null };
    const acts: AuditEntry[] = [
      {
        act: "download_audio",
        subject: { kind: "turn", id: 64, name: `Turn 2 of ${topic}` },
        before: null,
      },
      {
        act: "regenerate_audio",
        subject: { kind: "debate", id: 7, name: topic },
        before: null,
        after: { turns: "all", total: 4 },
      },
      {
        act: "delete_user",
        subject: { kind: "user", id: 3, name: "berta" },
        before: { role: "user", credits: 1, debates: 2 },
      },
    ].map((act, i) => AuditEntry.parse({ ...entry, ...act, id: 1 + i }));
    await openAs(root, "/operations?tab=audit", {
      "GET /api/superadmin/audit?perPage=10": [200, acts],
    });
    await screen.findByText("User deleted", { selector: "td *" });
    const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
    expect(cells.filter((_, i) => i % 6 === 3)).toEqual([
      `Turn 2 of “${topic}”`,
      `“${topic}” debate 7`,
      "berta user 3",
    ]);
    expect(cells.filter((_, i) => i % 6 === 4)).toEqual(["–", "–", "user, 1 credit, 2 debates"]);
    expect(cells.filter((_, i) => i % 6 === 5)).toEqual(["–", "all turns, 4 recordings", "–"]);
  });

  test("has no page links when nothing is found", async () => {
    await openAs(root, "/operations?tab=audit");
    expect(await screen.findByText("There is no action yet.")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Pages of actions" })).toBeNull();
    expect(screen.getByText("0 actions")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
  });

  test("is disabled for admins, whatever the address says", async () => {
    await openAs(admin, "/operations?tab=audit", {
      "GET /api/admin/reviews?state=open&perPage=10": [200, []],
    });
    const tab = await screen.findByRole<HTMLButtonElement>("tab", { name: "Audit Log" });
    expect(tab.disabled).toBe(true);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Reports");
  });
});

describe("a user's role", () => {
  test("is updated when a different role is chosen and confirmed", async () => {
    const { user } = await openAs(root, "/admin-panel", {
      "PUT /api/superadmin/users/3/role": [200, { ...berta, role: "admin" }],
    });
    const row = await rowOf("berta");
    expect(isButtonDisabled(updateIn(row))).toBe(true);
    await user.selectOptions(row.getByLabelText("Role of berta"), "admin");
    await user.click(updateIn(row));
    expect(row.getByText("berta becomes admin and is signed out.")).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.click(row.getByRole("button", { name: "Change role" }));
    await expectToast("Role Updated", "User role has been updated successfully.");
    expect(sent()).toEqual([
      { method: "PUT", path: "/api/superadmin/users/3/role", body: { role: "admin" } },
    ]);
  });

  test("stays unchanged without a request when superadmins demote themselves", async () => {
    const { user } = await openAs(root, "/admin-panel");
    const row = await rowOf("root");
    await user.selectOptions(row.getByLabelText("Role of root"), "user");
    await user.click(updateIn(row));
    await expectToast("Cannot Demote Self", "You cannot demote yourself from superadmin.");
    expect(row.getByLabelText<HTMLSelectElement>("Role of root").value).toBe("superadmin");
    expect(sent()).toEqual([]);
  });

  test.each([
    [
      { message: "The last superadmin cannot be demoted." },
      "The last superadmin cannot be demoted.",
    ],
    [undefined, "Conflict"],
  ])("shows why its change is refused: %j", async (body, words) => {
    const { user } = await openAs(root, "/admin-panel", {
      "PUT /api/superadmin/users/2/role": [409, body],
    });
    const row = await rowOf("ann");
    await user.selectOptions(row.getByLabelText("Role of ann"), "user");
    await user.click(updateIn(row));
    await user.click(row.getByRole("button", { name: "Change role" }));
    await expectToast("Failed to Update Role", words);
  });
});

describe("signing a user out everywhere", () => {
  test.each([
    ["admin", admin, "/admin"],
    ["superadmin", root, "/admin-panel"],
  ] as const)("needs a confirmation by the %s", async (_role, viewer, page) => {
    const { user } = await openAs(viewer, page, {
      "POST /api/admin/users/3/end-sessions": [204],
    });
    const row = await rowOf("berta");
    await user.click(row.getByRole("button", { name: "Sign out berta everywhere" }));
    expect(row.getByText(/^All their browsers are signed out at once\./)).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.click(row.getByRole("button", { name: "Sign out everywhere" }));
    await expectToast("Signed Out", "berta is signed out everywhere.");
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/admin/users/3/end-sessions",
    ]);
  });

  test("is disabled for an admin on the rows of admins and superadmins", async () => {
    await openAs(admin, "/admin");
    for (const name of ["ann", "root"]) {
      const row = await rowOf(name);
      const button = row.getByRole<HTMLButtonElement>("button", {
        name: `Sign out ${name} everywhere`,
      });
      expect(button.disabled).toBe(true);
    }
  });
});

describe("an act that needs a recent proof of identity", () => {
  const openStaleList = async () => {
    let isProven = false;
    const opened = await openAs(root, "/admin-panel", {
      "PUT /api/superadmin/users/3/role": () =>
        isProven
          ? [200, { ...berta, role: "admin" }]
          : [403, { message: "Not yet.", code: "confirm_identity" }],
      "POST /api/account/identity": ({ body }) => {
        isProven = JSON.stringify(body).includes("secret1");
        const message = "Wrong password.";
        return isProven ? [204] : [422, { message, fields: { password: message } }];
      },
    });
    const row = await rowOf("berta");
    await opened.user.selectOptions(row.getByLabelText("Role of berta"), "admin");
    await opened.user.click(updateIn(row));
    await opened.user.click(row.getByRole("button", { name: "Change role" }));
    return {
      ...opened,
      dialog: within(await screen.findByRole("dialog", { name: "Confirm it’s you" })),
    };
  };

  test("asks for the password and is repeated when the password is right", async () => {
    const { user, dialog } = await openStaleList();
    await user.type(await dialog.findByLabelText("Your password"), "guess{Enter}");
    expect(await dialog.findByText("Wrong password.")).toBeTruthy();
    await user.clear(dialog.getByLabelText("Your password"));
    await user.type(dialog.getByLabelText("Your password"), "secret1{Enter}");
    await expectToast("Role Updated", "User role has been updated successfully.");
    const role = { method: "PUT", path: "/api/superadmin/users/3/role", body: { role: "admin" } };
    const prove = (password: string) => ({
      method: "POST",
      path: "/api/account/identity",
      body: { password },
    });
    expect(sent()).toEqual([role, prove("guess"), prove("secret1"), role]);
  });

  test("is not done when the identity dialog is cancelled", async () => {
    const { user, dialog } = await openStaleList();
    await user.click(await dialog.findByRole("button", { name: "Cancel" }));
    await expectToast("Failed to Update Role", "Not yet.");
    expect(screen.queryByRole("dialog", { name: "Confirm it’s you" })).toBeNull();
  });
});

describe("credits, set by a superadmin", () => {
  const open = (answers: FakeResponses = {}) => openAs(root, "/admin-panel?tab=credits", answers);

  test("are sent with the balance that the superadmin saw, and keep the focus", async () => {
    let credits = 5;
    const { user } = await open({
      "GET /api/superadmin/users?perPage=10": () => [200, [{ ...berta, credits }]],
      "PUT /api/superadmin/users/3/credits": () => {
        credits = 9;
        return [200, { ...berta, credits }];
      },
    });
    const row = await rowOf("berta");
    expect(isButtonDisabled(updateIn(row))).toBe(true);
    const entry = row.getByLabelText<HTMLInputElement>("Credits of berta");
    await user.clear(entry);
    await user.type(entry, "9{Enter}");
    expect(await screen.findByText("Credits Updated")).toBeTruthy();
    expect(sent()[0]?.body).toEqual({ credits: 9, expected: 5 });
    await waitFor(() => expect(isButtonDisabled(updateIn(row))).toBe(true));
    expect(document.activeElement).toBe(entry);
  });

  test("show the current balance after it changed in the meantime", async () => {
    let credits = 5;
    const { user } = await open({
      "GET /api/superadmin/users?perPage=10": () => [200, [{ ...berta, credits }, admin, root]],
      "PUT /api/superadmin/users/3/credits": () => {
        credits = 2;
        return [409, { message: "The balance has changed to 2 in the meantime." }];
      },
    });
    const row = await rowOf("berta");
    await user.type(row.getByLabelText("Credits of berta"), "0");
    await user.click(updateIn(row));
    await expectToast("Failed to Update Credits", "The balance has changed to 2 in the meantime.");
    await waitFor(async () => {
      const entry = (await rowOf("berta")).getByLabelText<HTMLInputElement>("Credits of berta");
      expect(entry.value).toBe("2");
    });
  });
});

describe.each([
  ["User Management", "/admin-panel?tab=credits"],
  ["Audio Admin", "/admin"],
])("invalid credits on %s", (_page, path) => {
  const WAYS = ["the Update button", "Enter"] as const;
  const VALUES = ["-4", "1.5", "", "abc"];
  const cases = VALUES.flatMap((text) => WAYS.map((route) => [text, route] as const));

  test.each(cases)(
    "%j is rejected by %s with a reason and without a request",
    async (text, route) => {
      const { user } = await openAs(root, path);
      const row = await rowOf("berta");
      const entry = row.getByLabelText("Credits of berta");
      await user.clear(entry);
      if (text) await user.type(entry, text);
      if (route === "Enter") await user.type(entry, "{Enter}");
      else await user.click(updateIn(row));
      await expectToast("Invalid Credits", "Credits must be a positive number.");
      expect(entry.getAttribute("aria-invalid")).toBe("true");
      expect(sent()).toEqual([]);
    },
  );

  test("cannot be updated while the value is unchanged", async () => {
    const { user } = await openAs(root, path);
    const row = await rowOf("berta");
    const entry = row.getByLabelText("Credits of berta");
    expect(isButtonDisabled(updateIn(row))).toBe(true);
    await user.clear(entry);
    await user.type(entry, "05{Enter}");
    expect(isButtonDisabled(updateIn(row))).toBe(true);
    expect(sent()).toEqual([]);
  });
});

describe("the admins' table of users", () => {
  test("sets the credits of users, but not those of admins", async () => {
    const { user } = await openAs(admin, "/admin", {
      "PATCH /api/admin/users/3/credits": [200, { ...berta, credits: 50 }],
    });
    const row = await rowOf("berta");
    for (const name of ["ann", "root"]) {
      const entry = (await rowOf(name)).getByLabelText<HTMLInputElement>(`Credits of ${name}`);
      expect(entry.disabled).toBe(true);
    }
    await user.type(row.getByLabelText("Credits of berta"), "0");
    await user.click(updateIn(row));
    await expectToast("Success", "User credits updated successfully");
  });

  test("deletes a user after a confirmation, but never an admin", async () => {
    const { user } = await openAs(admin, "/admin", { "DELETE /api/admin/users/3": [204] });
    const row = await rowOf("berta");
    for (const name of ["ann", "root"]) {
      const remove = (await rowOf(name)).getByLabelText<HTMLButtonElement>(`Delete ${name}`);
      expect(remove.disabled).toBe(true);
    }
    await user.click(row.getByLabelText("Delete berta"));
    expect(sent()).toEqual([]);
    await user.click(row.getByRole("button", { name: "Delete user" }));
    await expectToast("Success", "User deleted successfully");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("3 users"));
  });
});

describe("a debate in the admin grid", () => {
  test("counts its voiced, missing and failed turns, and shows the errors when it is opened", async () => {
    const { user } = await openAs(admin, "/admin");
    for (const state of ["1 of 3 audio ready", "1 missing", "1 failed"])
      expect(await screen.findByText(state)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Turns/ }));
    expect(await screen.findByText("The voice is overloaded.")).toBeTruthy();
    const enabled = (name: string) => !isButtonDisabled(screen.getByRole("button", { name }));
    expect([1, 2, 3].map((turn) => enabled(`Download turn ${turn}`))).toEqual([true, false, false]);
    expect([1, 2, 3].map((turn) => enabled(`Play turn ${turn}`))).toEqual([true, false, false]);
    expect([1, 2, 3].map((turn) => enabled(`Regenerate turn ${turn}`))).toEqual([true, true, true]);
  });

  test("says that its language has no voice, and creates no audio", async () => {
    fakeApi().respond({
      ...LISTS,
      "GET /api/user": [200, admin],
      "GET /api/admin/debates?perPage=10": [200, [{ ...debate, language: "th" }]],
    });
    const { user } = await renderAppPage(fakeApi(), "/admin", {
      user: admin,
      queries: [[["/api/tts/status"], buildTtsStatus(true, ["en"])]],
    });
    expect(await screen.findByText("No voice for Thai here")).toBeTruthy();
    expect(screen.queryByText("1 missing")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Turns/ }));
    await screen.findByText("The voice is overloaded.");
    const names = [/^Create missing audio/, /^Regenerate all/, /^Regenerate turn 1/];
    for (const name of names) {
      const button = screen.getByRole("button", { name });
      expect(isButtonDisabled(button)).toBe(true);
      await user.click(button);
    }
    expect(sent()).toEqual([]);
    expect(isButtonDisabled(screen.getByRole("button", { name: "Download turn 1" }))).toBe(false);
  });

  test("keeps its recordings when a request fails, and asks again", async () => {
    const [first, ...others] = audio.turns;
    if (!first) throw new Error("no turn");
    const answers: [number, unknown][] = [
      [500, { message: "The service stumbled." }],
      [200, { ...audio, turns: [{ ...first, status: "pending" }, ...others] }],
      [500, { message: "The service stumbled." }],
    ];
    const { user } = await openAs(admin, "/admin", {
      "GET /api/admin/debates/7/audio": () => answers.shift() ?? [200, audio],
    });
    await user.click(await screen.findByRole("button", { name: /^Turns/ }));
    expect(await screen.findByText("The service stumbled.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("in queue")).toBeTruthy();
    await waitFor(() => expect(answers).toEqual([]));
    await waitFor(() => expect(screen.queryByText("in queue")).toBeNull());
    expect(screen.getByText("ready")).toBeTruthy();
    expect(screen.queryByText("The service stumbled.")).toBeNull();
  });

  test("says that it has no turns yet", async () => {
    const audio = { ready: 0, pending: 0, failed: 0, missing: 0 };
    await openAs(admin, "/admin", {
      "GET /api/admin/debates?perPage=10": [200, [{ ...debate, audio }]],
    });
    expect(await screen.findByText("No turns yet")).toBeTruthy();
  });

  test("shows the progress of its regeneration, pushed by the server", async () => {
    const job = { jobId: 1, debateId: 7, turns: "all", total: 3, failed: 0 } as const;
    const { user } = await openAs(admin, "/admin", {
      "POST /api/admin/debates/7/audio": [202, { ...job, done: 0, status: "running" }],
    });
    await user.click(await screen.findByRole("button", { name: /^Regenerate all/ }));
    expect(screen.getByText("1 recording will be replaced.")).toBeTruthy();
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Regenerate" }));
    await waitFor(() => expect(sent()[0]?.body).toEqual({ turns: "all" }));
    await waitFor(() => {
      fakeApi().io.emit("audio-job:progress", { ...job, done: 2, status: "running" });
      expect(screen.getByText("Creating audio: 2 of 3")).toBeTruthy();
    });
    fakeApi().io.emit("audio-job:progress", { ...job, done: 3, status: "finished" });
    await waitFor(() => expect(screen.queryByText(/^Creating audio/)).toBeNull());
    await expectToast(...REGENERATED);
  });

  test("shows the progress of its audio job until the final counts arrive", async () => {
    const job = { jobId: 1, debateId: 7, turns: "missing", total: 2, failed: 0 } as const;
    const { responseSent, send } = createDelayedResponse();
    let isOver = false;
    await openAs(admin, "/admin", {
      "GET /api/admin/debates?perPage=10": async () => {
        if (isOver) await responseSent;
        return [
          200,
          [{ ...debate, audio: { ...debate.audio, ready: isOver ? 3 : 1, missing: 0 } }],
        ];
      },
    });
    await screen.findByText("1 of 2 audio ready");
    await waitFor(() => {
      fakeApi().io.emit("audio-job:progress", { ...job, done: 1, status: "running" });
      expect(screen.getByText("Creating audio: 1 of 2")).toBeTruthy();
    });
    isOver = true;
    fakeApi().io.emit("audio-job:progress", { ...job, done: 2, status: "finished" });
    expect(await screen.findByText("Creating audio: 2 of 2")).toBeTruthy();
    expect(screen.queryByText(/audio ready$/)).toBeNull();
    send();
    expect(await screen.findByText("3 of 4 audio ready")).toBeTruthy();
    expect(screen.queryByText(/^Creating audio/)).toBeNull();
  });

  test("sends no request for repeated or late progress events", async () => {
    const job = { jobId: 1, debateId: 7, turns: "missing", total: 3, failed: 0 } as const;
    let requestCount = 0;
    await openAs(admin, "/admin", {
      "GET /api/admin/debates?perPage=10": () => {
        requestCount += 1;
        return [200, [debate]];
      },
    });
    await waitFor(() => {
      fakeApi().io.emit("audio-job:progress", { ...job, done: 1, status: "running" });
      expect(screen.getByText("Creating audio: 1 of 3")).toBeTruthy();
    });
    fakeApi().io.emit("audio-job:progress", { ...job, done: 3, status: "finished" });
    await waitFor(() => expect(screen.queryByText(/^Creating audio/)).toBeNull());
    const before = requestCount;
    for (const done of [3, 2])
      fakeApi().io.emit("audio-job:progress", {
        ...job,
        done,
        status: done === 3 ? "finished" : "running",
      });
    fakeApi().io.emit("audio-job:progress", { ...job, jobId: 2, done: 0, status: "running" });
    expect(await screen.findByText("Creating audio: 0 of 3")).toBeTruthy();
    expect(requestCount).toBe(before);
  });

  test("says how many of its recordings failed", async () => {
    const job = { jobId: 1, debateId: 7, turns: "missing", total: 2, done: 0, failed: 0 } as const;
    const { user } = await openAs(admin, "/admin", {
      "POST /api/admin/debates/7/audio": [202, { ...job, status: "running" }],
    });
    await user.click(await screen.findByRole("button", { name: /^Create missing audio/ }));
    await waitFor(() => {
      fakeApi().io.emit("audio-job:progress", { ...job, done: 1, status: "running" });
      expect(screen.getByText("Creating audio: 1 of 2")).toBeTruthy();
    });
    fakeApi().io.emit("audio-job:progress", { ...job, done: 1, failed: 1, status: "finished" });
    await expectToast("Regeneration Failed", "1 of 2 recordings could not be created.");
  });

  test.each([
    ["ready", ...REGENERATED],
    ["failed", "Regeneration Failed", "The voice has gone."],
  ] as const)(
    "shows the result of regenerating one turn: %s",
    async (status, title, description) => {
      const [first, ...others] = audio.turns;
      let turns = audio.turns;
      const { user } = await openAs(admin, "/admin", {
        "GET /api/admin/debates/7/audio": () => [200, { ...audio, turns }],
        "GET /api/admin-regen-audio/101": () => {
          const error = status === "failed" ? description : null;
          if (first) turns = [{ ...first, status, error, version: 2 }, ...others];
          return [200, { jobId: 1, turnId: 101 }];
        },
      });
      await user.click(await screen.findByRole("button", { name: /^Turns/ }));
      await user.click(await screen.findByLabelText("Regenerate turn 1"));
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.getAllByText(description)).not.toEqual([]);
    },
  );

  test("shows an audio job that began before the page was opened", async () => {
    const job = { jobId: 1, debateId: 7, turns: "all", total: 8, done: 5, failed: 0 } as const;
    await openAs(admin, "/admin", {
      "GET /api/admin/debates?perPage=10": [
        200,
        [{ ...debate, audioJob: { ...job, status: "running" } }],
      ],
    });
    expect(await screen.findByText("Creating audio: 5 of 8")).toBeTruthy();
    expect(screen.queryByText(/audio ready$|^\d missing|in queue/)).toBeNull();
  });

  test("is deleted after a dialog that names its topic", async () => {
    const { user } = await openAs(admin, "/admin", { "DELETE /api/debates/7": [204] });
    await user.click(await screen.findByRole("button", { name: `Delete “${debate.topic}”` }));
    const dialog = screen.getByRole("dialog", { name: "Delete this debate?" });
    expect(within(dialog).getByText(`“${debate.topic}”`)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Delete debate" }));
    await expectToast("Success", "Debate deleted successfully");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("1 debate"));
  });

  test("has a button that retries its failed verdict", async () => {
    const { user } = await openAs(admin, "/admin", {
      "GET /api/admin/debates?perPage=10": [200, [{ ...debate, verdict: "failed" }]],
      "POST /api/admin/debates/7/verdict": [202, { debateId: 7 }],
    });
    await user.click(await screen.findByRole("button", { name: "Retry verdict" }));
    await expectToast("Success", "The verdict is being written again");
  });
});

describe("a session that was ended elsewhere", () => {
  test.each([
    [
      { reason: "role_changed", role: "admin" } as const,
      "Role Changed",
      "Your role is now admin. Please sign in again.",
    ],
    [
      { reason: "account_suspended" } as const,
      "Account Suspended",
      "An admin has suspended this account.",
    ],
    [
      { reason: "ended_by_admin" } as const,
      "Signed Out",
      "An admin has signed out this account everywhere. Please sign in again.",
    ],
    [
      { reason: "account_deleted" } as const,
      "Account Deleted",
      "An admin has deleted this account.",
    ],
  ])("closes the open page with the reason: %j", async (why, title, description) => {
    await openAs(admin, "/admin");
    await waitFor(() => {
      fakeApi().io.emit("session:ended", why);
      expect(screen.getByText(title)).toBeTruthy();
    });
    expect(screen.getByText(description)).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  });

  test("is reported as signed out, without the error of the request that found it", async () => {
    const unauthenticated = { code: "unauthenticated", message: "Please sign in first." };
    const { user } = await openAs(root, "/admin-panel?tab=credits", {
      "PUT /api/superadmin/users/2/credits": [401, unauthenticated],
    });
    const row = await rowOf("ann");
    await user.clear(row.getByRole("spinbutton"));
    await user.type(row.getByRole("spinbutton"), "9");
    await user.click(updateIn(row));
    await expectToast("Signed Out", "Your session has ended. Please sign in again.");
    expect(screen.queryByText("Failed to Update Credits")).toBeNull();
  });

  test.each(["/admin", "/admin-panel", "/credits"])(
    "is found by the next request when no event was pushed: %s",
    async (path) => {
      const over = [401, { code: "unauthenticated", message: "Please sign in first." }] as const;
      fakeApi().respond(
        Object.fromEntries(
          [...Object.keys(LISTS), "GET /api/credits/transactions", "GET /api/user"].map((call) => [
            call,
            [...over],
          ]),
        ),
      );
      await renderAppPage(fakeApi(), path, { user: root });
      await expectToast("Signed Out", "Your session has ended. Please sign in again.");
      await waitFor(() => expect(window.location.pathname).toBe("/auth"));
      await waitFor(() => expect(screen.queryByText("root")).toBeNull());
    },
  );
});

describe("the spending page", () => {
  const { day: _day, provider: _provider, kind: _kind, ...totals } = buildSpendingPart();
  const spending: SpendingOverview = {
    days: ["2026-11-16", "2026-11-17"],
    parts: [
      buildSpendingPart(),
      buildSpendingPart({ provider: "voice", kind: "synthesize-speech", price: 500_000 }),
    ],
    users: [
      { ...totals, id: 3, username: "berta" },
      { ...totals, id: null, username: null, isEstimated: true, outputTokens: 0 },
    ],
    limits: { perDay: 5, perUserAndDay: null },
  };
  const PATH = "GET /api/admin/spending?days=30";

  test("shows a chart and tables by provider, day and user", async () => {
    await openAs(admin, "/operations?tab=spending", { [PATH]: [200, spending] });
    expect(
      await screen.findByRole("img", {
        name: "$2.00 in the last 2 days, day by day. The numbers are in the tables below.",
      }),
    ).toBeTruthy();
    expect(screen.getByText(/At \$5.00 per day, paid jobs wait until midnight UTC/)).toBeTruthy();
    const cells = (table: string) =>
      within(screen.getByRole("table", { name: table }))
        .getAllByRole("row")
        .map((row) => row.textContent);
    expect(cells("By provider").slice(1)).toEqual(["ChatGPT110200$1.50", "Voice110200$0.50"]);
    expect(cells("Day by day").slice(1)).toEqual(["Nov 16220400$2.00"]);
    expect(cells("By user").slice(1)).toEqual(["berta110200$1.50", "Deleted users1≈ 1000≈ $1.50"]);
  });

  test("divides the sums by kind of work and by the chosen period", async () => {
    const { user } = await openAs(admin, "/operations?tab=spending", {
      [PATH]: [200, spending],
      "GET /api/admin/spending?days=7": [200, { ...spending, parts: [], users: [] }],
    });
    await user.selectOptions(await screen.findByLabelText("Group by"), "By type");
    expect(screen.getByRole("table", { name: "By type" }).textContent).toContain("Recordings");
    await user.selectOptions(screen.getByLabelText("Period"), "7 days");
    expect(await screen.findByText("Nothing was spent in the last 2 days.")).toBeTruthy();
  });

  test("is a tab beside the reports, which are the first tab", async () => {
    const { user } = await openAs(admin, "/operations", {
      [PATH]: [200, spending],
      "GET /api/admin/reviews?state=open&perPage=10": [200, []],
    });
    const tab = (name: string) => screen.getByRole("tab", { name });
    await waitFor(() => expect(tab("Reports").getAttribute("aria-selected")).toBe("true"));
    await user.click(tab("Spending"));
    expect(await screen.findByText("$2.00", { selector: "p" })).toBeTruthy();
    expect(tab("Spending").getAttribute("aria-selected")).toBe("true");
  });

  test("shows why its request failed, with a button that repeats it", async () => {
    const { user } = await openAs(admin, "/operations?tab=spending", {
      [PATH]: [503, { message: "Try again in a moment." }],
    });
    expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
    fakeApi().respond({ "GET /api/user": [200, admin], [PATH]: [200, spending] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("$2.00", { selector: "p" })).toBeTruthy();
  });
});

describe("the page of running work", () => {
  const debate = { id: 5, topic: "Whether cats", language: "en" } as const;
  const AGO = "2020-01-01T00:00:00.000Z";
  const failed = { debate, turn: null, code: "x", message: "It said so.", failedAt: AGO };
  const now: Operations = {
    running: [
      {
        job: "generate-turn",
        id: 1,
        debate,
        turn: { id: 9, turnNumber: 3 },
        since: AGO,
        worker: "abc",
      },
      { job: "send-mail", id: 2, debate: null, turn: null, since: null, worker: null },
    ],
    kinds: [{ job: "judge-turn", running: 1, waiting: 1200, awaiting: 3, oldestAt: AGO }],
    workers: [
      {
        instance: "abc",
        host: "a-host",
        pid: 7,
        queues: ["turns", "mail"],
        underWay: 2,
        isSilent: true,
        seenAt: AGO,
        adaptations: [
          { provider: "grok", kind: "no_streaming", reason: "400 streaming is off", at: AGO },
        ],
      },
    ],
    providers: [
      {
        provider: "grok",
        state: "left_alone",
        until: AGO,
        inFlight: 1,
        failures: 5,
        lastError: { code: "rate_limited", detail: "503 text/html", at: AGO },
      },
      {
        provider: "openai",
        state: "answering",
        until: null,
        inFlight: 2,
        failures: 0,
        lastError: null,
      },
    ],
    spending: { price: 1_500_000, perDay: 5 },
    modelCheckStartedAt: null,
    judgeAuditVerdicts: 0,
    failures: [
      { ...failed, job: "generate-turn", id: 11, turn: { id: 21, turnNumber: 2 }, retry: "turn" },
      { ...failed, job: "judge-debate", id: 5, retry: "verdict" },
      {
        ...failed,
        job: "synthesize-speech",
        id: 13,
        turn: { id: 23, turnNumber: 1 },
        retry: "recording",
      },
      { ...failed, job: "send-mail", id: 14, debate: null, retry: "mail" },
      { ...failed, job: "judge-turn", id: 15, retry: "judging" },
      { ...failed, job: "export-data", id: 16, debate: null, retry: "export" },
      { ...failed, job: "judge-turn", id: 17, retry: null },
    ],
  };
  const PATH = "GET /api/admin/operations";
  const open = (answers: Parameters<typeof openAs>[2] = {}) =>
    openAs(admin, "/operations?tab=running", { [PATH]: [200, now], ...answers });
  const rowsOf = async (table: string) =>
    within(await screen.findByRole("table", { name: table }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);

  test("lists running and waiting jobs, workers, providers and today's spending in words", async () => {
    await open();
    const [speech, mail] = await rowsOf("In progress");
    expect(speech).toMatch(/^Turn 3Whether cats\d+ dabc$/);
    expect(mail).toBe("Email 2––");
    expect(await rowsOf("Queue by type")).toEqual([expect.stringMatching(/^Scores11,2003\d+ d$/)]);
    expect(await rowsOf("Workers")).toEqual([
      expect.stringMatching(/^abca-host, 7turns, emails2\d+ d ago$/),
    ]);
    expect(await rowsOf("Adapted requests")).toEqual([
      expect.stringMatching(/^GrokAsks for whole replies400 streaming is offabc\d+ d$/),
    ]);
    const providers = within(screen.getByRole("list", { name: "Providers" })).getAllByRole(
      "listitem",
    );
    expect(providers.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^GrokPaused1 request in progress, 5 failed in a rowLast error \d+ d ago: rate limited \(503 text\/html\)$/,
      ),
      "ChatGPTAvailable2 requests in progressNo errors yet",
    ]);
    expect(screen.getByRole("link", { name: "$1.50 of $5.00 spent today." })).toBeTruthy();
  });

  test("follows pushed updates without another request", async () => {
    await open();
    await screen.findByRole("table", { name: "In progress" });
    // The event is sent again until the page's socket is connected.
    await waitFor(() => {
      fakeApi().io.emit("operations:updated", { ...now, running: [], failures: [], workers: [] });
      expect(screen.getByText("Nothing is running.")).toBeTruthy();
    });
    expect(screen.getByText("No failures.")).toBeTruthy();
    expect(screen.getByText("No workers are running.")).toBeTruthy();
    expect(screen.queryByText("Adapted requests")).toBeNull();
    const requests = fakeApi().requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests.filter((call) => call === PATH)).toHaveLength(1);
  });

  test.each([
    ["Try again", "POST /api/debates/5/turns", "The turn is being generated again"],
    ["Retry verdict", "POST /api/admin/debates/5/verdict", "The verdict is being written again"],
    ["Record again", "GET /api/admin-regen-audio/23", "The turn is being recorded again"],
    ["Score again", "POST /api/admin/turns/15/judging", "The turn is being scored again"],
    ["Export again", "POST /api/admin/exports/16/retry", "The export is being prepared again"],
    ["Send again", "POST /api/admin/mails/14/retry", "The email is being sent again"],
  ])("repeats each kind of failed job with its own request: %s", async (words, call, done) => {
    const { user } = await open({ [call]: [202, {}] });
    const table = within(await screen.findByRole("table", { name: "Failures" }));
    expect(table.getAllByRole("button")).toHaveLength(6);
    await user.click(table.getByRole("button", { name: words }));
    await expectToast("Success", done);
  });

  test("shows why a job cannot be repeated", async () => {
    const { user } = await open({
      "POST /api/debates/5/turns": [409, { message: "Not any more." }],
    });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await expectToast("Error", "Not any more.");
  });

  test("shows why its request failed, with a button that repeats it", async () => {
    const { user } = await open({ [PATH]: [503, { message: "Try again in a moment." }] });
    expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
    fakeApi().respond({ "GET /api/user": [200, admin], [PATH]: [200, now] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("table", { name: "In progress" })).toBeTruthy();
  });

  describe("has tests of the judges that", () => {
    const AUDITS_PATH = "GET /api/superadmin/judge-audits";
    const START_PATH = "POST /api/superadmin/judge-audits";
    const judges = [{ judge: "grok", verdicts: 138, requests: 276, price: 1_034_000 }] as const;
    const waiting: JudgeAuditRun = {
      judge: "grok",
      startedAt: AGO,
      startedBy: "root",
      state: "waiting",
      verdicts: 0,
      requests: 0,
      price: 0,
      isPriceEstimated: false,
      report: null,
    };
    const running: JudgeAuditRun = {
      ...waiting,
      state: "running",
      verdicts: 37,
      requests: 74,
      price: 280_000,
    };
    const complete: JudgeAuditRun = {
      ...running,
      state: "complete",
      requests: 270,
      price: 1_010_000,
      isPriceEstimated: true,
      report: {
        model: "grok-4.3",
        failures: 2,
        rows: [
          { bait: "none", trials: 10, gained: 1, low: 0.018, high: 0.404, isEffective: false },
          {
            bait: "plain_instruction",
            trials: 10,
            gained: 9,
            low: 0.596,
            high: 0.982,
            isEffective: true,
          },
        ],
      },
    };
    const openAudits = (runs: readonly JudgeAuditRun[], answers: FakeResponses = {}) =>
      openAs(root, "/operations?tab=running", {
        [PATH]: [200, now],
        "GET /api/superadmin/model-check": [200, null],
        [AUDITS_PATH]: [200, { judges, runs }],
        ...answers,
      });
    const findButton = (name: string) => screen.findByRole("button", { name });

    test("only superadmins see", async () => {
      await open();
      await screen.findByRole("table", { name: "In progress" });
      expect(screen.queryByText("Tests with baits")).toBeNull();
    });

    test("show the wins gained by each bait, the intervals and the cost", async () => {
      await openAudits([complete]);
      expect(await rowsOf("Baits for Grok")).toEqual([
        "none1012 to 40%–",
        "plain instruction10960 to 98%More than without bait",
      ]);
      expect(screen.getByRole("heading", { name: "Grok (grok-4.3)" })).toBeTruthy();
      expect(
        screen.getByText("270 requests, about $1.01. 2 verdicts failed and did not count."),
      ).toBeTruthy();
      expect(isButtonDisabled(await findButton("Test Grok"))).toBe(false);
    });

    test("start after a question that names the requests and the cost, and follow updates", async () => {
      const { user } = await openAudits([], {
        [START_PATH]: [202, { judges, runs: [waiting] }],
      });
      await user.click(await findButton("Test Grok"));
      expect(
        screen.getByText(/up to 276 requests, one at a time, and costs about \$1\.03/),
      ).toBeTruthy();
      expect(sent()).toEqual([]);
      await user.click(await findButton("Start the test"));
      expect(isButtonDisabled(await findButton("Testing Grok…"))).toBe(true);
      expect(await screen.findByText("Waiting for a worker.")).toBeTruthy();
      expect(sent()).toMatchObject([
        { path: "/api/superadmin/judge-audits", body: { judge: "grok" } },
      ]);
      fakeApi().respond({
        "GET /api/user": [200, root],
        [AUDITS_PATH]: [200, { judges, runs: [running] }],
      });
      // Emitted until it is received, because the page's socket may not be connected yet.
      await waitFor(() => {
        fakeApi().io.emit("operations:updated", { ...now, judgeAuditVerdicts: 37 });
        expect(
          screen.getByText("37 of up to 138 verdicts so far: 74 requests, $0.28."),
        ).toBeTruthy();
      });
    });

    test.each([
      [
        "waiting_for_budget",
        "The daily spending limit is reached. The test continues after midnight UTC.",
      ],
      ["failed", "The test failed. The list of failures says why."],
    ] as const)("say that a run is %s", async (state, text) => {
      await openAudits([{ ...waiting, state }]);
      expect(await screen.findByText(text)).toBeTruthy();
    });

    test("say that a free judge costs nothing", async () => {
      const { user } = await openAudits([], {
        [AUDITS_PATH]: [200, { judges: [{ ...judges[0], price: 0 }], runs: [] }],
      });
      await user.click(await findButton("Test Grok"));
      expect(screen.getByText(/and costs nothing\./)).toBeTruthy();
    });
  });

  describe("has a check of the models that", () => {
    const CHECK_PATH = "GET /api/superadmin/model-check";
    const START_PATH = "POST /api/superadmin/model-check";
    const report: CheckedService = {
      service: "grok",
      label: "Grok",
      model: "grok-4.3",
      address: "https://models.example/v1",
      isUsable: true,
      results: [
        { check: "answer", status: "works", note: "" },
        { check: "usage", status: "works", note: "" },
        { check: "streaming", status: "adapted", note: "Replies are requested whole." },
        { check: "system_role", status: "limited", note: "It shows no sign." },
      ],
      adaptations: [{ kind: "no_streaming", reason: "400 no streams" }],
      price: 4200,
      isPriceEstimated: true,
    };
    const done: NonNullable<ModelCheck> = {
      startedAt: AGO,
      startedBy: "root",
      services: [
        {
          service: "openai",
          state: "complete",
          report: {
            ...report,
            service: "openai",
            address: null,
            results: [{ check: "answer", status: "failed", note: "The server cannot be reached." }],
            adaptations: [],
            isUsable: false,
            price: 0,
            isPriceEstimated: false,
          },
        },
        { service: "grok", state: "complete", report },
        { service: "claude", state: "failed", report: null },
        { service: "voice", state: "complete", report: null },
      ],
    };
    const waiting: ModelCheck = {
      ...done,
      services: done.services.map(({ service }) => ({ service, state: "waiting", report: null })),
    };
    const openCheck = (check: ModelCheck, answers: FakeResponses = {}) =>
      openAs(root, "/operations?tab=running", {
        [PATH]: [200, now],
        [CHECK_PATH]: [200, check],
        "GET /api/superadmin/judge-audits": [200, { judges: [], runs: [] }],
        ...answers,
      });
    const findButton = (name: string) => screen.findByRole("button", { name });

    test("only superadmins see", async () => {
      await open();
      await screen.findByRole("table", { name: "In progress" });
      expect(screen.queryByText("Model check")).toBeNull();
      const requests = fakeApi().requests.map(({ method, path }) => `${method} ${path}`);
      expect(requests).not.toContain(CHECK_PATH);
    });

    test("says what works at each service, what was adapted, what it cost, when and by whom", async () => {
      await openCheck(done);
      expect(await rowsOf("Model check")).toEqual([
        "ChatGPTgrok-4.3Not usable–$0.00Answer: The server cannot be reached.",
        "Grokgrok-4.3https://models.example/v1Works, limitedAnswer, Usage≈\u00a0$0.0042" +
          "Streaming: Replies are requested whole.System role: It shows no sign." +
          "Asks for whole replies: 400 no streams",
        "ClaudeNot checked––The check itself failed. The worker's log says why.",
        "VoiceNot configured–––",
      ]);
      expect(screen.getByText("The check cost about $0.0042.")).toBeTruthy();
      expect(screen.getByText("by root")).toBeTruthy();
      expect(isButtonDisabled(await findButton("Check the models"))).toBe(false);
    });

    test("is started by its button and follows pushed updates", async () => {
      const { user } = await openCheck(null, { [START_PATH]: [202, waiting] });
      await user.click(await findButton("Check the models"));
      expect(isButtonDisabled(await findButton("Checking…"))).toBe(true);
      expect(await screen.findByText("Waiting for a worker.")).toBeTruthy();
      expect(sent().map(({ path }) => path)).toEqual(["/api/superadmin/model-check"]);
      const [first, ...others] = done.services;
      fakeApi().respond({
        "GET /api/user": [200, root],
        [CHECK_PATH]: [
          200,
          {
            ...done,
            services: [
              first,
              ...others.map(({ service }) => ({ service, state: "running", report: null })),
            ],
          },
        ],
      });
      // Emitted until it is received, because the page's socket may not be connected yet.
      await waitFor(() => {
        fakeApi().io.emit("operations:updated", { ...now, modelCheckStartedAt: AGO });
        expect(screen.getByText("1 of 4 checked.")).toBeTruthy();
      });
      expect(isButtonDisabled(await findButton("Checking…"))).toBe(true);
      fakeApi().respond({ "GET /api/user": [200, root], [CHECK_PATH]: [200, done] });
      fakeApi().io.emit("operations:updated", {
        ...now,
        modelCheckStartedAt: AGO,
        kinds: [{ job: "check-model", running: 0, waiting: 0, awaiting: 0, oldestAt: null }],
      });
      expect(await findButton("Check the models")).toBeTruthy();
    });

    test("is requested once, and not again with each update", async () => {
      await openCheck(done);
      await screen.findByRole("table", { name: "Model check" });
      // The event is sent again until the page's socket is connected.
      await waitFor(() => {
        fakeApi().io.emit("operations:updated", { ...now, running: [] });
        expect(screen.getByText("Nothing is running.")).toBeTruthy();
      });
      const requests = fakeApi().requests.map(({ method, path }) => `${method} ${path}`);
      expect(requests.filter((call) => call === CHECK_PATH)).toHaveLength(1);
    });

    test("is shown as running when it was started elsewhere or before a reload", async () => {
      await openCheck(waiting);
      expect(isButtonDisabled(await findButton("Checking…"))).toBe(true);
      expect((await rowsOf("Model check"))[0]).toBe("ChatGPTWaiting–––");
    });

    test("waits for the daily spending limit", async () => {
      await openCheck({
        ...done,
        services: [{ service: "grok", state: "waiting_for_budget", report: null }],
      });
      expect(
        await screen.findByText(
          "The daily spending limit is reached. The check continues after midnight UTC.",
        ),
      ).toBeTruthy();
    });

    test("says why it cannot be started", async () => {
      const { user } = await openCheck(null, {
        [START_PATH]: [429, { message: "This site has reached its daily spending limit." }],
      });
      await user.click(await findButton("Check the models"));
      await expectToast("Error", "This site has reached its daily spending limit.");
      expect(isButtonDisabled(await findButton("Check the models"))).toBe(false);
    });

    test("says why it cannot be shown, with a button that repeats the request", async () => {
      const { user } = await openCheck(null, {
        [CHECK_PATH]: [503, { message: "Try again in a moment." }],
      });
      const notice = within(await screen.findByRole("alert"));
      expect(notice.getByText("Try again in a moment.")).toBeTruthy();
      fakeApi().respond({ "GET /api/user": [200, root], [CHECK_PATH]: [200, done] });
      await user.click(notice.getByRole("button", { name: "Try again" }));
      expect(await screen.findByRole("table", { name: "Model check" })).toBeTruthy();
    });
  });
});

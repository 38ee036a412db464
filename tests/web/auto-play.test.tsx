/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { PageData } from "#shared/contract/page.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { buildDebate, buildTurn, toDebateProgress, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import {
  chooseMenuItem,
  expectToast,
  isButtonDisabled,
  openMenu,
  renderAppPage,
  useFakeApi,
} from "./page-harness.tsx";

const fakeApi = useFakeApi();
const GRACE = { on: true, by: { id: 2, username: "grace" } };
const PUT = "PUT /api/debates/7/auto-play";

/** Responds with a running debate of one turn. `answers` overrides single routes. */
const answer = (answers: FakeResponses) => {
  const debate = buildDebate({ currentTurn: 1 });
  const turns = [buildTurn(1)];
  fakeApi().respond({
    "GET /api/debates/7": [200, debate],
    "GET /api/debates/7/turns": [200, turns],
    ...answers,
  });
};

const openDebate = (
  debate: Debate,
  turns: Turn[] = [buildTurn(1)],
  viewer: PageData["user"] = USER,
) => {
  const path = "/api/debates/7";
  fakeApi().respond({
    [`GET ${path}`]: [200, debate],
    [`GET ${path}/turns`]: [200, turns],
  });
  const queries: PageData["queries"] = [
    [[path], debate],
    [[`${path}/turns`], turns],
  ];
  return renderAppPage(fakeApi(), "/debate/7", { user: viewer, queries });
};
const control = (name: string) => screen.findByRole("button", { name });
const putRequests = () => fakeApi().requests.filter(({ method }) => method === "PUT");

test("Auto-Play is turned on by a request, and the page names the user", async () => {
  const { user } = await openDebate(buildDebate({ currentTurn: 1 }));
  const on = { on: true, by: { id: 1, username: "ada" } };
  answer({
    [PUT]: [200, on],
    "GET /api/debates/7": [200, buildDebate({ currentTurn: 1, autoPlay: on })],
  });
  await user.click(await control("Enable Auto-Play"));
  // `aria-pressed` would be wrong, because the button's name says what a click does.
  expect((await control("Pause Auto-Play")).getAttribute("aria-pressed")).toBeNull();
  expect(screen.getByText("Auto-Play, started by ada")).toBeTruthy();
  // The page updates optimistically, before the request arrives.
  await waitFor(() =>
    expect(putRequests()).toMatchObject([{ path: "/api/debates/7/auto-play", body: { on: true } }]),
  );
});

test("Auto-Play of another user can be paused by the debate's owner", async () => {
  const { user } = await openDebate(
    buildDebate({ currentTurn: 1, userId: USER.id, autoPlay: GRACE }),
  );
  answer({ [PUT]: [200, { on: false, by: null }] });
  await user.click(await control("Pause Auto-Play"));
  await control("Enable Auto-Play");
  await waitFor(() => expect(putRequests()).toMatchObject([{ body: { on: false } }]));
});

test("Auto-Play of another user cannot be paused by others, and the button says why", async () => {
  const { user } = await openDebate(buildDebate({ currentTurn: 1, userId: 3, autoPlay: GRACE }));
  const pause = await control("Pause Auto-Play");
  expect(isButtonDisabled(pause)).toBe(true);
  const reason = document.getElementById(pause.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toContain("Only grace, the debate’s owner and admins can pause it.");
  await user.click(pause);
  expect(putRequests()).toEqual([]);
});

test("Auto-Play of another user appears at once, also for visitors", async () => {
  const debate = buildDebate({ currentTurn: 1 });
  await openDebate(debate, [buildTurn(1)], null);
  await waitFor(() => {
    fakeApi().io.emit("debate:updated", toDebateProgress({ ...debate, autoPlay: GRACE }));
    expect(screen.getByText("Auto-Play, started by grace")).toBeTruthy();
  });
  // The live region announces the change to screen readers.
  expect(screen.getByText("Auto-Play is on, started by grace.")).toBeTruthy();
  await waitFor(() => {
    fakeApi().io.emit("debate:updated", toDebateProgress(debate));
    expect(screen.getByText("Auto-Play is off.")).toBeTruthy();
  });
});

test("Auto-Play at the pace of the voice is shown to visitors", async () => {
  const autoPlay = { ...GRACE, waitsForVoice: true as const };
  await openDebate(buildDebate({ currentTurn: 1, autoPlay }), [buildTurn(1)], null);
  expect(screen.getByText("Auto-Play, started by grace · captions follow the voice")).toBeTruthy();
});

test("Auto-Play stays off when the server refuses it, and the reason is shown", async () => {
  const { user } = await openDebate(buildDebate({ currentTurn: 1 }));
  answer({ [PUT]: [409, { code: "conflict", message: "This debate is completed." }] });
  await user.click(await control("Enable Auto-Play"));
  await expectToast("Error", "This debate is completed.");
  await control("Enable Auto-Play");
});

test("Auto-Play is disabled while the last turn has failed", async () => {
  const failed = buildTurn(1, {
    status: "failed",
    error: { code: "rate_limited", message: "Busy." },
  });
  await openDebate(buildDebate({ userId: USER.id }), [failed]);
  expect(isButtonDisabled(await control("Enable Auto-Play"))).toBe(true);
});

test("a debate that only its owner steps has no controls for others", async () => {
  await openDebate(buildDebate({ currentTurn: 1, onlyOwnerSteps: true }));
  expect(screen.queryByRole("button", { name: "Enable Auto-Play" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Next Turn" })).toBeNull();
});

test("a debate that becomes private closes its page with a message", async () => {
  await openDebate(buildDebate({ currentTurn: 1 }));
  await waitFor(() => {
    fakeApi().io.emit("debate:hidden", { debateId: 7 });
    expect(screen.getByText("This debate is now private")).toBeTruthy();
    expect(screen.getByText("Only its owner can see it.")).toBeTruthy();
  });
});

describe("the settings of a debate", () => {
  const PATCH = "PATCH /api/debates/7";
  const ownDebate = buildDebate({ currentTurn: 1, userId: USER.id });

  test("let the owner choose one of two paces", async () => {
    const { user } = await openDebate(ownDebate);
    const changed = { ...ownDebate, pace: "voice" as const };
    let stored: Debate = ownDebate;
    answer({
      [PATCH]: () => {
        stored = changed;
        return [200, changed];
      },
      "GET /api/debates/7": () => [200, stored],
    });
    await chooseMenuItem(user, "More", "Settings");
    await screen.findByRole("group", { name: "Pace" });
    const choice = (name: RegExp, checked: boolean) =>
      screen.findByRole("radio", { name, checked });
    await choice(/^Written/, true);
    await user.click(await choice(/^Spoken/, false));
    await choice(/^Spoken/, true);
    expect(fakeApi().requests.filter(({ method }) => method === "PATCH")).toMatchObject([
      { body: { pace: "voice" } },
    ]);
  });

  const othersDebate = (by: number) =>
    buildDebate({
      currentTurn: 1,
      userId: 2,
      autoPlay: { on: true, by: { id: by, username: "grace" } },
    });

  test("are hidden from a user who neither owns the debate nor turned Auto-Play on", async () => {
    const { user } = await openDebate(othersDebate(2), [buildTurn(1)], USER);
    await openMenu(user, "More");
    expect(screen.queryByRole("menuitem", { name: /^(Pace|Settings)$/ })).toBeNull();
  });

  test.each<[who: string, by: number, viewer: PageData["user"]]>([
    ["the user who turned Auto-Play on", USER.id, USER],
    ["an admin", 2, { ...USER, role: "admin", isAdmin: true }],
  ])("include only the pace when %s changes another user's debate", async (_who, by, viewer) => {
    const debate = othersDebate(by);
    const { user } = await openDebate(debate, [buildTurn(1)], viewer);
    answer({ [PATCH]: [200, { ...debate, pace: "voice" }], "GET /api/debates/7": [200, debate] });
    await chooseMenuItem(user, "More", "Pace");
    await screen.findByRole("group", { name: "Pace" });
    expect(screen.queryByRole("switch")).toBeNull();
    await user.click(await screen.findByRole("radio", { name: /^Spoken/ }));
    await waitFor(() =>
      expect(fakeApi().requests.filter(({ method }) => method === "PATCH")).toMatchObject([
        { body: { pace: "voice" } },
      ]),
    );
  });

  test("are saved as soon as the owner changes them", async () => {
    const { user } = await openDebate(ownDebate);
    const changed = { ...ownDebate, onlyOwnerSteps: true };
    let stored: Debate = ownDebate;
    answer({
      [PATCH]: () => {
        stored = changed;
        return [200, changed];
      },
      "GET /api/debates/7": () => [200, stored],
    });
    await chooseMenuItem(user, "More", "Settings");
    await user.click(await screen.findByRole("checkbox", { name: /^Only I may step/ }));
    await waitFor(() =>
      expect(
        screen.getByRole("checkbox", { name: /^Only I may step/, checked: true }),
      ).toBeTruthy(),
    );
    const patchRequests = fakeApi().requests.filter(({ method }) => method === "PATCH");
    expect(patchRequests).toMatchObject([{ body: { onlyOwnerSteps: true } }]);
  });

  test("offer the language until the first turn", async () => {
    const unstarted = {
      ...ownDebate,
      status: "pending",
      currentTurn: 0,
      language: "pt-BR",
    } as const;
    const { user } = await openDebate(unstarted, []);
    let stored: Debate = unstarted;
    answer({
      [PATCH]: () => {
        stored = { ...unstarted, language: "de" };
        return [200, stored];
      },
      "GET /api/debates/7": () => [200, stored],
    });
    await chooseMenuItem(user, "More", "Settings");
    const field = await screen.findByRole<HTMLSelectElement>("combobox", { name: /^Language/ });
    expect(field.selectedOptions[0]?.text).toBe("Brazilian Portuguese");
    await user.selectOptions(field, "German");
    await waitFor(() => expect(field.value).toBe("de"));
    expect(fakeApi().requests.filter(({ method }) => method === "PATCH")).toMatchObject([
      { body: { language: "de" } },
    ]);
  });

  test("do not offer the language after the first turn", async () => {
    const { user } = await openDebate(ownDebate);
    await chooseMenuItem(user, "More", "Settings");
    await screen.findByRole("checkbox", { name: /^Public/ });
    expect(screen.queryByRole("combobox", { name: /^Language/ })).toBeNull();
  });

  test("show a change before the answer, keep the focus, and ignore further changes until then", async () => {
    const { user } = await openDebate(ownDebate);
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    let stored: Debate = ownDebate;
    answer({
      [PATCH]: async () => {
        await sent;
        stored = { ...ownDebate, onlyOwnerSteps: true };
        return [200, stored];
      },
      "GET /api/debates/7": () => [200, stored],
    });
    await chooseMenuItem(user, "More", "Settings");
    const stepping = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: /^Only I may step/,
    });
    await user.click(stepping);
    await waitFor(() => expect(stepping.checked).toBe(true));
    await user.click(screen.getByRole("checkbox", { name: /^Public/ }));
    await user.click(stepping);
    expect([stepping.checked, stepping.disabled]).toEqual([true, false]);
    expect(document.activeElement).toBe(stepping);
    send();
    await waitFor(() => expect(screen.getByText("Others can only watch.")).toBeTruthy());
    expect(fakeApi().requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  test("disable sharing of a private debate", async () => {
    const { user } = await openDebate({ ...ownDebate, isPublic: false, shareEnabled: false });
    await chooseMenuItem(user, "More", "Settings");
    const sharing = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Sharing/ });
    expect(sharing.disabled).toBe(true);
    screen.getByRole("checkbox", { name: /^Only I may step.*Only you can see it/ });
  });

  test("are hidden from other users", async () => {
    const { user } = await openDebate(buildDebate({ currentTurn: 1 }));
    const lines = await openMenu(user, "More");
    expect(lines.queryByRole("button", { name: "Settings" })).toBeNull();
  });
});

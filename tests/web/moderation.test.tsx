/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor, within } from "@testing-library/react";
import type { Review } from "#shared/contract/debates/moderation.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import { buildDebate, buildTurn, toDebateProgress, USER } from "./fixtures.ts";
import {
  chooseMenuItem,
  expectToast,
  openMenu,
  renderAppPage,
  useFakeApi,
} from "./page-harness.tsx";

const fakeApi = useFakeApi();

/** jsdom does not implement dialogs. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

const openDebate = (debate: Debate, turns: Turn[], viewer: User | null = null) => {
  fakeApi().respond({
    "GET /api/user": viewer ? [200, viewer] : [401, { message: "", code: "unauthenticated" }],
    "GET /api/debates/7": [200, debate],
    "GET /api/debates/7/turns": [200, turns],
    "POST /api/debates/7/report": [204],
  });
  const queries = [
    [["/api/debates/7"], debate],
    [["/api/debates/7/turns"], turns],
  ] satisfies [[string], unknown][];
  return renderAppPage(fakeApi(), "/debate/7", { user: viewer, queries });
};
const posted = (path: string) => fakeApi().requests.find((asked) => asked.path === path)?.body;
const admin: User = { ...USER, role: "admin", isAdmin: true };

describe("the report of a debate", () => {
  test.each([
    ["a visitor", null],
    ["a user", USER],
  ])("is sent by %s with a reason and details", async (_who, viewer) => {
    const { user } = await openDebate(buildDebate(), [buildTurn(1)], viewer);
    await chooseMenuItem(user, "More", "Report");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "Hate against a group of people" }));
    await user.type(dialog.getByRole("textbox"), "Turn 1, the second sentence.");
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    await expectToast("Reported", "Thank you. An admin will review this debate.");
    expect(posted("/api/debates/7/report")).toEqual({
      reason: "hate",
      details: "Turn 1, the second sentence.",
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("needs a reason but no details", async () => {
    const { user } = await openDebate(buildDebate(), [buildTurn(1)]);
    await chooseMenuItem(user, "More", "Report");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    expect(posted("/api/debates/7/report")).toBeUndefined();
    await user.click(dialog.getByRole("radio", { name: "Sexual content" }));
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    await waitFor(() =>
      expect(posted("/api/debates/7/report")).toEqual({ reason: "sexual", details: "" }),
    );
  });

  test("is not offered to the debate's owner", async () => {
    const { user } = await openDebate(buildDebate({ userId: USER.id }), [buildTurn(1)], USER);
    const lines = await openMenu(user, "More");
    expect(lines.getByRole("button", { name: "Delete" })).toBeTruthy();
    expect(lines.queryByRole("button", { name: "Report" })).toBeNull();
  });
});

describe("a flagged turn", () => {
  const hidden = buildTurn(1, { isHidden: true, content: "" });

  test("is replaced by a notice and cannot be played", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [hidden], USER);
    expect(await screen.findByText("This turn is hidden until it is reviewed.")).toBeTruthy();
    expect(screen.getByText("Hidden until it is reviewed")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Play turn 1" })).toBeNull();
    expect(screen.queryByText(/Thinking/)).toBeNull();
    expect(screen.queryByText(/Only admins can see it/)).toBeNull();
  });

  test("shows visitors no invitation to read the judge's note", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [hidden]);
    expect(await screen.findByText("This turn is hidden until it is reviewed.")).toBeTruthy();
    expect(screen.queryByText(/The judge scores every turn/)).toBeNull();
  });

  test("can be read by admins, with a link to the decision", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [buildTurn(1, { isHidden: true })], admin);
    expect(screen.getByText("The words of turn 1.", { ignore: "summary *" })).toBeTruthy();
    const review = await screen.findByRole("link", { name: "Review it" });
    expect(review.getAttribute("href")).toBe("/operations");
    expect(screen.queryByText("This turn is hidden until it is reviewed.")).toBeNull();
  });

  test("disappears from an open page when the event arrives", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [buildTurn(1)], USER);
    expect(screen.getAllByText("The words of turn 1.")).toHaveLength(3);
    fakeApi().respond({ "GET /api/debates/7/turns": [200, [hidden]] });
    await waitFor(() => {
      fakeApi().io.emit("turn:moderated", { debateId: 7, turnId: hidden.id });
      expect(screen.queryByText("The words of turn 1.")).toBeNull();
    });
  });
});

describe("a moderated debate", () => {
  const refusal = "We don’t host this topic because it calls for violence.";

  test("shows why its topic was refused, and offers no turn", async () => {
    const ownDebate = buildDebate({ userId: USER.id, refusal, isPublic: false, refunded: true });
    const { user } = await openDebate(ownDebate, [], USER);
    expect(await screen.findByText(refusal)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Next Turn" })).toBeNull();
    const lines = await openMenu(user, "More");
    expect(lines.queryByRole("button", { name: "Settings" })).toBeNull();
    expect(lines.getByRole("button", { name: "Delete" })).toBeTruthy();
    expect(screen.queryByText(/Trying again costs|Ready when you are/)).toBeNull();
    expect(screen.getByText("refused")).toBeTruthy();
    expect(await screen.findByRole("link", { name: "Change the topic" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Try it with/ })).toBeNull();
    expect(screen.queryByText(/^pending$|^active$|Turn 0 of|\d turns|Judge:|watching/)).toBeNull();
    expect(screen.queryByRole("region", { name: "Scoreboard" })).toBeNull();
    expect(screen.queryByRole("figure", { name: "Momentum" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Play All|Like|Share|Download/ })).toBeNull();
    expect(document.querySelector("[data-stage]")).toBeNull();
  });

  test("leads its owner to the form, filled in, to try another provider or topic", async () => {
    const topic = "A topic that ChatGPT refuses";
    const ownDebate = buildDebate({
      userId: USER.id,
      topic,
      botAProvider: "openai",
      botBProvider: "openai",
      refunded: true,
    });
    const error = { code: "refused", message: "ChatGPT refused this topic." } as const;
    const failedTurn = buildTurn(1, { status: "failed", content: "", error });
    const { user } = await openDebate(ownDebate, [failedTurn], USER);
    expect(await screen.findByRole("link", { name: "Change the topic" })).toBeTruthy();
    const links = screen.getAllByRole("link", { name: /^Try it with / });
    expect(links.map((link) => link.textContent)).toEqual(["Try it with Grok"]);
    fakeApi().respond({
      "GET /api/debates/my?perPage=12": [200, []],
      "GET /api/debates/public": [200, []],
      "GET /api/user": [200, USER],
    });
    await user.click(screen.getByRole("link", { name: "Try it with Grok" }));
    const field = await screen.findByLabelText<HTMLTextAreaElement>("Topic");
    await waitFor(() => expect(field.value).toBe(topic));
    const speakers = screen.getAllByRole<HTMLInputElement>("radio", { name: /Grok/ });
    expect(speakers.map(({ checked }) => checked)).toEqual([true, true]);
    // The navigation state no longer contains the suggestion. So a reload shows the saved draft
    // instead.
    expect(history.state?.usr ?? null).toBeNull();
    expect(sessionStorage.getItem("topic-draft")).toBe(`${USER.id}:${topic}`);
    sessionStorage.clear();
  });

  test("disappears from the open page of others when its topic is refused", async () => {
    const refused = buildDebate({ status: "pending", refunded: true, refusal });
    await openDebate(buildDebate(), [], USER);
    fakeApi().respond({ "GET /api/debates/7/turns": [404, { message: "", code: "not_found" }] });
    await waitFor(() => {
      fakeApi().io.emit("debate:updated", toDebateProgress(refused));
      expect(screen.queryByRole("button", { name: "Next Turn" })).toBeNull();
      expect(screen.queryByText("Should cities ban cars?")).toBeNull();
    });
  });

  test("says that it is unlisted", async () => {
    await openDebate(buildDebate({ isUnlisted: true }), [buildTurn(1)], USER);
    expect(await screen.findByText(/^Unlisted after a report/)).toBeTruthy();
  });
});

describe("the reports on /operations", () => {
  const flagged: Review = {
    id: 5,
    createdAt: "2025-06-01T12:00:00.000Z",
    debate: {
      id: 7,
      topic: "Should cities ban cars?",
      language: "en",
      isPublic: true,
      isUnlisted: false,
    },
    turn: { id: 101, turnNumber: 1, content: "Words.", isHidden: true, flagged: ["hate"] },
    reports: {
      members: 2,
      weight: 1.5,
      visitors: 1,
      reasons: ["hate"],
      details: [{ id: 1, text: "It hurts." }],
    },
    owner: { id: 9, username: "berta", isAdmin: false, isSuspended: false },
    decision: null,
  };
  const open = (reviews: Review[], path = "/operations") => {
    fakeApi().respond({
      "GET /api/user": [200, admin],
      "GET /api/admin/reviews?perPage=10": [200, reviews, { "X-Total-Count": "1" }],
      "GET /api/admin/reviews?perPage=10&state=decided": [200, reviews, { "X-Total-Count": "1" }],
      "POST /api/admin/reviews/5": [204],
      "PUT /api/admin/users/9/suspension": [204],
    });
    return renderAppPage(fakeApi(), path, { user: admin });
  };

  test("show the flagged text, the reasons, the reporters and a link to the turn", async () => {
    await open([flagged]);
    expect(await screen.findByText("Flagged for hate")).toBeTruthy();
    expect(screen.getByText("Words.")).toBeTruthy();
    const text = "Reported by 2 members and 1 visitor: Hate against a group of people";
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("It hurts.")).toBeTruthy();
    expect(screen.getByRole("link", { name: /ban cars/ }).getAttribute("href")).toBe(
      "/debate/7#turn-1",
    );
  });

  test.each([
    ["Keep", "keep", "Content kept."],
    ["Unlist", "unlist", "Debate unlisted."],
  ])("are decided with one button: %s", async (name, decision, text) => {
    const { user } = await open([flagged]);
    await user.click(await screen.findByRole("button", { name }));
    await expectToast("Decision saved", text);
    expect(posted("/api/admin/reviews/5")).toEqual({ decision });
  });

  test("suspend a user after a confirmation, and lift the suspension", async () => {
    const { user, unmount } = await open([flagged]);
    await user.click(await screen.findByRole("button", { name: "Suspend user" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Suspend user" }));
    await expectToast("User suspended", "berta is signed out and cannot sign in.");
    expect(posted("/api/admin/users/9/suspension")).toEqual({ suspended: true });
    unmount();
    const { user: again } = await open([
      { ...flagged, owner: { ...flagged.owner, isSuspended: true } },
    ]);
    await again.click(await screen.findByRole("button", { name: "Lift suspension" }));
    await expectToast("Suspension lifted", "berta can sign in again.");
    expect(posted("/api/admin/users/9/suspension")).toEqual({ suspended: false });
  });

  test("show who decided, and offer a different decision", async () => {
    const decision = { what: "keep", by: "ann", at: "2025-06-02T12:00:00.000Z" } as const;
    await open([{ ...flagged, decision }], "/operations?state=decided");
    expect(await screen.findByText(/Kept by ann/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep" })).toBeNull();
    expect(screen.getByRole("button", { name: "Unlist" })).toBeTruthy();
  });
});

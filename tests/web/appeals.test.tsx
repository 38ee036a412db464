/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor, within } from "@testing-library/react";
import type { User } from "#shared/contract/accounts/account.ts";
import type { Appeal, DebateAppeals } from "#shared/contract/debates/appeals.ts";
import { buildDebate, USER } from "./fixtures.ts";
import { expectToast, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";
const REASON = "It quoted words that turn 3 does not have.";

/** jsdom does not implement dialogs. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

const posted = (path: string) => fakeApi().requests.find((asked) => asked.path === path)?.body;

const VERDICT = {
  botA: 7,
  botB: 6,
  reasoning: "For was clearer.",
  decision: { winner: "bot_a", margin: 2, wavered: false, charter: "0123" },
} as const;
const CAN_APPEAL: DebateAppeals = {
  openUntil: "2025-06-04T12:00:00.000Z",
  mine: null,
  decided: [],
};
const decided = (count: number): DebateAppeals["decided"] =>
  Array.from({ length: count }, (_, index) => ({
    id: count - index,
    ground: "misquoted",
    decision: index % 2 === 0 ? "upheld" : "rejected",
    reason: `Reason ${count - index}.`,
    decidedAt: "2025-06-02T12:00:00.000Z",
  }));

const openDebate = (appeals: DebateAppeals, sent: [number, object?] = [204]) => {
  const debate = buildDebate({
    status: "completed",
    currentTurn: 4,
    maxTurns: 4,
    scores: VERDICT,
  });
  let current = appeals;
  fakeApi().respond({
    [`GET ${PATH}`]: [200, debate],
    [`GET ${PATH}/turns`]: [200, []],
    [`GET ${PATH}/appeals`]: () => [200, current],
    [`POST ${PATH}/appeal`]: () => {
      current = { ...appeals, openUntil: null };
      return sent;
    },
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    user: USER,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], []],
      [[`${PATH}/appeals`], appeals],
    ],
  });
};
const card = async () => {
  const [found] = await screen.findAllByRole("region", { name: "ChatGPT wins" });
  if (!found) throw new Error("there is no card");
  return within(found);
};
type Pointer = Awaited<ReturnType<typeof openDebate>>["user"];
const openDialog = async (user: Pointer) => {
  await user.click((await card()).getByRole("button", { name: "Appeal the verdict" }));
  return within(await screen.findByRole("dialog", { name: "Appeal the verdict" }));
};

describe("the card of the verdict", () => {
  test("sends an appeal with a ground and a reason, and then says that it waits", async () => {
    const { user } = await openDebate(CAN_APPEAL);
    const dialog = await openDialog(user);
    expect(dialog.getAllByRole("radio")).toHaveLength(5);
    await user.click(dialog.getByRole("radio", { name: "It misquoted a debater" }));
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "Too short.");
    await user.click(dialog.getByRole("button", { name: "Send appeal" }));
    expect(dialog.getByText("The reason must be at least 20 characters")).toBeTruthy();
    expect(posted(`${PATH}/appeal`)).toBeUndefined();
    await user.clear(dialog.getByRole("textbox"));
    await user.type(dialog.getByRole("textbox"), REASON);
    await user.click(dialog.getByRole("button", { name: "Send appeal" }));
    await expectToast("Appeal sent", "An admin will decide about it.");
    expect(posted(`${PATH}/appeal`)).toEqual({ ground: "misquoted", reason: REASON });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { getByText, queryByRole } = await card();
    expect(getByText("Your appeal waits for an admin: It misquoted a debater.")).toBeTruthy();
    expect(queryByRole("button", { name: "Appeal the verdict" })).toBeNull();
  });

  test("says why an appeal was refused, and reads the appeals again", async () => {
    const message = "The verdict is more than 72 hours old.";
    const { user } = await openDebate(CAN_APPEAL, [409, { message, code: "conflict" }]);
    const dialog = await openDialog(user);
    await user.click(dialog.getByRole("radio", { name: "It ignored an argument" }));
    await user.type(dialog.getByRole("textbox"), REASON);
    await user.click(dialog.getByRole("button", { name: "Send appeal" }));
    await expectToast("Error", message);
    await waitFor(() => expect(document.querySelector("[data-appeals]")).toBeNull());
  });

  test("shows decided appeals with the admin's reason below the verdict", async () => {
    await openDebate({ openUntil: null, mine: null, decided: decided(5) });
    const { getByText, queryByRole, getAllByText } = await card();
    expect(getAllByText("Appeal upheld")).toHaveLength(3);
    expect(getAllByText("Appeal rejected")).toHaveLength(2);
    expect(getByText("Reason 5.").closest("details")).toBeNull();
    expect(getByText("Reason 2.").closest("details")?.open).toBe(false);
    expect(getByText("Show 2 more")).toBeTruthy();
    expect(getByText("An appeal does not change the verdict.")).toBeTruthy();
    expect(getByText("For was clearer.")).toBeTruthy();
    expect(queryByRole("button", { name: "Appeal the verdict" })).toBeNull();
  });

  test("says nothing about appeals if there are none and none is possible", async () => {
    await openDebate({ openUntil: null, mine: null, decided: [] });
    await card();
    expect(document.querySelector("[data-appeals]")).toBeNull();
  });
});

describe("the appeals on /operations", () => {
  const admin: User = { ...USER, role: "admin", isAdmin: true };
  const appeal: Appeal = {
    id: 5,
    createdAt: "2025-06-01T12:00:00.000Z",
    ground: "misquoted",
    reason: REASON,
    by: "berta",
    isMine: false,
    debate: { id: 7, topic: "Should cities ban cars?", language: "en", isPublic: true },
    verdict: VERDICT,
    decision: null,
  };
  const open = (appeals: Appeal[], path = "/operations?tab=appeals") => {
    fakeApi().respond({
      "GET /api/user": [200, admin],
      "GET /api/admin/appeals?perPage=10": [200, appeals, { "X-Total-Count": "1" }],
      "GET /api/admin/appeals?perPage=10&state=decided": [200, appeals, { "X-Total-Count": "1" }],
      "POST /api/admin/appeals/5": [204],
    });
    return renderAppPage(fakeApi(), path, { user: admin });
  };

  test.each([
    ["Uphold", "upheld"],
    ["Reject", "rejected"],
  ])("are decided with a public reason: %s", async (name, decision) => {
    const { user } = await open([appeal]);
    expect(await screen.findByText(REASON)).toBeTruthy();
    expect(screen.getByText("Appeal by berta")).toBeTruthy();
    expect(screen.getByText("Verdict: For, by a clear margin")).toBeTruthy();
    expect(screen.getByText("For was clearer.")).toBeTruthy();
    expect(screen.getByRole("link", { name: /ban cars/ }).getAttribute("href")).toBe(
      "/debate/7#verdict",
    );
    await user.click(screen.getByRole("button", { name }));
    expect(screen.getByText("The reason must be at least 20 characters")).toBeTruthy();
    await user.type(screen.getByLabelText("Public reason"), "The words are not in turn 3.");
    await user.click(screen.getByRole("button", { name }));
    await expectToast("Decision saved", `Appeal ${decision}.`);
    expect(posted("/api/admin/appeals/5")).toEqual({
      decision,
      reason: "The words are not in turn 3.",
    });
  });

  test("of the admin cannot be decided, and say who can", async () => {
    await open([{ ...appeal, isMine: true }]);
    expect(
      await screen.findByText("This is your own appeal. Another admin has to decide about it."),
    ).toBeTruthy();
    expect(screen.getByText(REASON)).toBeTruthy();
    expect(screen.queryByLabelText("Public reason")).toBeNull();
    expect(screen.queryByRole("button", { name: "Uphold" })).toBeNull();
  });

  test("show who decided and why, without buttons, also if the viewer's account is deleted", async () => {
    const decision = {
      what: "rejected",
      reason: "Turn 3 has these words.",
      by: "ada",
      at: "2025-06-02T12:00:00.000Z",
    } as const;
    await open(
      [{ ...appeal, by: null, reason: "", decision }],
      "/operations?tab=appeals&state=decided",
    );
    expect(await screen.findByText("Turn 3 has these words.")).toBeTruthy();
    expect(screen.getByText(/^Rejected by ada/)).toBeTruthy();
    expect(screen.getByText("Appeal by a deleted account")).toBeTruthy();
    expect(screen.getByText("The reason was deleted with the account.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Uphold" })).toBeNull();
  });
});

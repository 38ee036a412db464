/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor, within } from "@testing-library/react";
import type { Transaction } from "#shared/contract/credits.ts";
import type { PublicConfig } from "#shared/contract/config.ts";
import { getLiveSocket } from "#web/lib/socket/live-socket.ts";
import { CONFIG, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/credits/transactions";

const purchase = (
  id: number,
  status: Transaction["status"],
  cancelledAt: string | null = null,
): Transaction => ({
  id,
  credits: 5,
  amount: 599,
  currency: "USD",
  status,
  paymentMethod: "paypal",
  cancelledAt,
  canResume: status === "pending",
  canDismiss: status === "pending" || cancelledAt !== null,
  createdAt: "2026-11-21T12:00:00.000Z",
});

const paypal = { clientId: "client", currency: "USD", intent: "capture" } as const;
const openCredits = (purchases: Transaction[] | null, more: Partial<PublicConfig> = {}) =>
  renderAppPage(fakeApi(), "/credits", {
    user: USER,
    config: { ...CONFIG, ...more },
    queries: purchases === null ? [] : [[[PATH], purchases]],
  });

describe("the credits page", () => {
  test("shows each pack's price, price per credit and saving", async () => {
    await openCredits([]);
    const packs = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
    expect(packs).toEqual([
      "2credits$2.99$1.50 per credit",
      "5credits$5.99$1.20 per creditSave 20%",
      "10credits$9.99$1.00 per creditSave 33%",
      "25credits$19.99$0.80 per creditSave 47%",
    ]);
  });

  test("shows the balance and follows pushed changes", async () => {
    fakeApi().respond({
      "GET /api/user": [200, USER],
      [`GET ${PATH}`]: [200, []],
    });
    await openCredits([]);
    expect(screen.getByText("1 credit", { selector: "p" })).toBeTruthy();
    await waitFor(() => {
      fakeApi().io.emit("credits:updated", { credits: 6 });
      expect(screen.getByText("6 credits", { selector: "p" })).toBeTruthy();
    });
  });

  test("requests GET /api/credits when the socket connected before the page subscribed", async () => {
    fakeApi().respond({
      "GET /api/user": [200, USER],
      "GET /api/credits": [200, { credits: 9 }],
      [`GET ${PATH}`]: [200, []],
    });
    const socket = getLiveSocket(USER.id);
    await waitFor(() => expect(socket.connected).toBe(true));
    await openCredits([]);
    expect(await screen.findByText("9 credits", { selector: "p" })).toBeTruthy();
    const header = within(screen.getByRole("banner"));
    expect(header.getByRole("link", { name: "9 credits" })).toBeTruthy();
  });

  test("keeps a pushed balance when an earlier request is answered with an older one", async () => {
    let isAsked = false;
    let answer = () => {};
    const isPushed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    fakeApi().respond({
      "GET /api/user": [200, USER],
      "GET /api/credits": async () => {
        isAsked = true;
        await isPushed;
        return [200, { credits: 2 }];
      },
      [`GET ${PATH}`]: [200, []],
    });
    const socket = getLiveSocket(USER.id);
    await openCredits([]);
    await waitFor(() => expect(isAsked).toBe(true));
    const pushed = new Promise((resolve) => {
      socket.once("credits:updated", resolve);
    });
    fakeApi().io.emit("credits:updated", { credits: 6 });
    await pushed;
    expect(await screen.findByText("6 credits", { selector: "p" })).toBeTruthy();
    answer();
    // Responses on one connection arrive in order, so the older response is there by now.
    await fetch("/api/user");
    expect(screen.getByText("6 credits", { selector: "p" })).toBeTruthy();
  });

  test("lists purchases with their status", async () => {
    await openCredits([purchase(3, "pending"), purchase(2, "failed"), purchase(1, "completed")]);
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "DateCreditsPriceStatus",
      "Nov 21, 2026 12:00 UTC5$5.99PendingDismiss",
      "Nov 21, 2026 12:00 UTC5$5.99Failed",
      "Nov 21, 2026 12:00 UTC5$5.99Completed",
    ]);
    expect(screen.getAllByText(/^Pending: not confirmed by PayPal yet/)).toHaveLength(1);
  });

  test("offers to resume or dismiss a pending purchase, unless its payment is in progress", async () => {
    fakeApi().respond({ "POST /api/credits/dismiss": [204], [`GET ${PATH}`]: [200, []] });
    const inProgress = { ...purchase(4, "pending"), canResume: false, canDismiss: false };
    const { user } = await openCredits([inProgress, purchase(3, "pending")], { paypal });
    expect(screen.getAllByText("Pending")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Resume payment" }));
    expect(screen.getAllByRole<HTMLInputElement>("radio")[1]?.checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("You haven't bought any credits yet.")).toBeTruthy();
    expect(dismissals().map(({ body }) => body)).toEqual([{ transactionId: 3 }]);
  });

  test("shows the support address as a link", async () => {
    await openCredits([]);
    const address = screen.getByRole("link", { name: CONFIG.contactEmail });
    expect(address.getAttribute("href")).toBe(
      `mailto:${CONFIG.contactEmail}?subject=Payment%20problem`,
    );
    expect(address.closest("p")?.textContent).toContain("Contact support:");
  });

  test("links back to the form, which keeps the typed topic", async () => {
    sessionStorage.setItem("topic-draft", `${USER.id}:Should cats: vote?`);
    fakeApi().respond({ "GET /api/debates/my?perPage=12": [200, []] });
    const { user } = await openCredits([]);
    await user.click(screen.getByRole("link", { name: "Back to your debate" }));
    const topic = await screen.findByLabelText<HTMLTextAreaElement>("Topic");
    await waitFor(() => expect(topic.value).toBe("Should cats: vote?"));
    sessionStorage.clear();
  });

  test.each([
    ["nothing was typed", ""],
    ["the topic is another user's", `${USER.id + 1}:Should cats vote?`],
    ["the topic is blank", `${USER.id}:  `],
  ])("has no link back when %s", async (_what, draft) => {
    sessionStorage.setItem("topic-draft", draft);
    await openCredits([]);
    expect(screen.queryByRole("link", { name: "Back to your debate" })).toBeNull();
    sessionStorage.clear();
  });

  const CANCELLED_AT = "2026-11-21T12:01:00.000Z";
  const dismissals = () => fakeApi().requests.filter(({ path }) => path === "/api/credits/dismiss");

  test("shows a cancelled purchase as cancelled, although its order failed, and lets it be dismissed", async () => {
    fakeApi().respond({ "POST /api/credits/dismiss": [204], [`GET ${PATH}`]: [200, []] });
    const { user } = await openCredits([purchase(2, "failed", CANCELLED_AT)], { paypal });
    expect(screen.getByText("Cancelled")).toBeTruthy();
    expect(screen.queryByText(/^Failed|^Pending/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Resume payment" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("You haven't bought any credits yet.")).toBeTruthy();
    const heading = screen.getByRole("heading", { name: "Purchases" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(dismissals().map(({ body }) => body)).toEqual([{ transactionId: 2 }]);
  });

  test("lets a cancelled purchase be paid while its order is pending", async () => {
    const { user } = await openCredits([purchase(3, "pending", CANCELLED_AT)], { paypal });
    expect(screen.queryByText(/^Pending/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Resume payment" }));
    const packs = screen.getAllByRole<HTMLInputElement>("radio");
    expect(packs.map(({ checked }) => checked)).toEqual([false, true, false, false]);
    expect(document.activeElement).toBe(packs[1]);
  });

  test("does not offer to resume a purchase where payments are not set up", async () => {
    await openCredits([purchase(3, "pending", CANCELLED_AT)]);
    expect(screen.getByRole("button", { name: "Dismiss" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume payment" })).toBeNull();
  });

  test("does not offer to resume a purchase of a pack that is no longer sold", async () => {
    await openCredits([{ ...purchase(3, "pending", CANCELLED_AT), amount: 500 }], { paypal });
    expect(screen.getByRole("button", { name: "Dismiss" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume payment" })).toBeNull();
  });

  test("has no note about pending purchases when there is none", async () => {
    await openCredits([purchase(2, "failed"), purchase(1, "completed")]);
    expect(screen.queryByText(/^Pending/)).toBeNull();
  });

  test("says that nothing was bought yet", async () => {
    await openCredits([]);
    expect(screen.getByText("You haven't bought any credits yet.")).toBeTruthy();
  });

  test("shows why the purchases could not be loaded, and loads them again on request", async () => {
    fakeApi().respond({ [`GET ${PATH}`]: [503, { message: "Try again in a moment." }] });
    const { user } = await openCredits(null);
    expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
    fakeApi().respond({ [`GET ${PATH}`]: [200, [purchase(1, "completed")]] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Completed")).toBeTruthy();
  });

  test("says that credits cannot be bought where payments are not set up", async () => {
    const { user } = await openCredits([]);
    const sentence = "Payment system is not available. Please refresh the page and try again.";
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    await user.click(screen.getAllByRole("radio")[1] as HTMLElement);
    await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(1));
    expect(screen.getAllByRole<HTMLInputElement>("radio")[1]?.checked).toBe(false);
  });
});

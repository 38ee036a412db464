/** @jest-environment ./tests/web/browser.cjs */
import { screen, within } from "@testing-library/react";
import type { PublicConfig } from "#shared/contract/config.ts";
import { buildDebate, CONFIG } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

/** Opens a page and presses a key, which loads the chip. */
const open = async (config: Partial<PublicConfig>, path = "/info") => {
  fakeApi().respond({});
  const page = await renderAppPage(fakeApi(), path, {
    config: { ...CONFIG, ...config },
    queries: [
      [["/api/debates/7"], buildDebate()],
      [["/api/debates/7/turns"], []],
    ],
  });
  await page.user.keyboard("{Shift}");
  return page;
};

const ALL: Partial<PublicConfig> = {
  simulated: ["models", "voice", "payments", "email"],
  mailbox: "http://127.0.0.1:1/mailbox",
  providers: CONFIG.providers.map(({ id, label }) => ({
    id,
    label,
    available: true,
    reason: null,
    standIn: id !== "claude",
    answering: true,
  })),
};

describe("the demo chip", () => {
  test("is missing if all services are real", async () => {
    await open({});
    expect(screen.queryByText(/^Demo/)).toBeNull();
  });

  test("says in plain words what is simulated, and how to use the real services", async () => {
    const { user } = await open(ALL);
    await user.click(await screen.findByRole("button", { name: "Demo mode" }));
    const details = within(screen.getByRole("group", { name: "Demo mode" }));
    expect(await details.findByText(/^ChatGPT and Grok are simulated\./)).toBeTruthy();
    expect(details.getByText(/^The voices come from a simple speech program/)).toBeTruthy();
    expect(details.getByText("PayPal is simulated. No real money is charged.")).toBeTruthy();
    expect(details.getByRole("link", { name: "demo mailbox" }).getAttribute("href")).toBe(
      ALL.mailbox,
    );
    expect(details.getByText("OPENAI_API_KEY")).toBeTruthy();
  });

  test("says nothing about services that are real", async () => {
    const { user } = await open({ simulated: ["voice"] });
    await user.click(await screen.findByRole("button", { name: "Demo mode" }));
    await screen.findByText(/^The voices come from/);
    expect(screen.queryByText(/PayPal|Emails|simulated/)).toBeNull();
  });

  test("is also in the bar of a running debate, which covers the header", async () => {
    await open(ALL, "/debate/7");
    const bar = within(screen.getByRole("region", { name: "Scoreboard" }));
    expect(await bar.findByRole("button", { name: "Demo mode" })).toBeTruthy();
  });
});

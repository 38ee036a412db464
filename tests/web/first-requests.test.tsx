/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import type { User } from "#shared/contract/accounts/account.ts";
import { buildDebate, buildTtsStatus, buildTurn, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const DEBATE = ["GET /api/debates/7", "GET /api/debates/7/turns", "GET /api/tts/status"];
const admin: User = { ...USER, role: "superadmin", isAdmin: true };

describe("a page without data from the server", () => {
  test.each<[path: string, viewer: User | null, calls: string[], unasked?: string[]]>([
    ["/", null, ["GET /api/debates/public"], ["GET /api/credits"]],
    ["/", USER, ["GET /api/credits", "GET /api/debates/my?perPage=12"]],
    ["/?list=popular", USER, ["GET /api/credits", "GET /api/debates/public"]],
    ["/debate/7", null, DEBATE, ["GET /api/credits"]],
    ["/debate/7", USER, [...DEBATE, "GET /api/credits"]],
    ["/credits", USER, ["GET /api/credits", "GET /api/credits/transactions"]],
    ["/admin", admin, ["GET /api/admin/users", "GET /api/admin/debates", "GET /api/credits"]],
    ["/admin-panel", admin, ["GET /api/superadmin/users", "GET /api/credits"]],
    ["/account", USER, ["GET /api/account", "GET /api/credits"]],
  ])("requests what it shows: %s", async (path, viewer, calls, notRequested = []) => {
    fakeApi().respond({
      "GET /api/user": viewer ? [200, viewer] : [401, {}],
      "GET /api/credits": [200, { credits: 7 }],
      "GET /api/tts/status": [200, buildTtsStatus(true)],
      "GET /api/debates/7": [200, buildDebate({ currentTurn: 1 })],
      "GET /api/debates/7/turns": [200, [buildTurn(1)]],
    });
    await renderAppPage(fakeApi(), path, { user: viewer, isBare: true });
    const listRequests = () => fakeApi().requests.map((each) => `${each.method} ${each.path}`);
    await waitFor(() => {
      for (const call of calls)
        expect(listRequests().some((each) => each === call || each.startsWith(`${call}?`))).toBe(
          true,
        );
    });
    const shown = viewer ? 1 : 0;
    await waitFor(() =>
      expect(screen.queryAllByRole("link", { name: "7 credits" })).toHaveLength(shown),
    );
    for (const call of notRequested) expect(listRequests()).not.toContain(call);
  });
});

/** @jest-environment ./tests/web/browser.cjs */
import { readdirSync, readFileSync } from "node:fs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Account, User } from "#shared/contract/accounts/account.ts";
import { CONFIG, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

/** Files whose mutations may run concurrently, because they change nothing or are idempotent. */
const CONCURRENT = [
  "web/features/debate/reactions/use-add-reaction.ts",
  "web/features/email-link/email-link.tsx",
  "web/lib/api/use-single-mutation.ts",
  "web/lib/forms/use-password-check.ts",
];
/** Files whose requests are part of another file's mutation or have their own guard. */
const GUARDED_ELSEWHERE = [
  "web/features/account/delete-account-section.tsx",
  "web/features/credits/use-purchase.ts",
  "web/features/debate/reactions/use-add-reaction.ts",
  "web/lib/auth/passkeys.ts",
  "web/lib/api/request.ts",
];

const sources = readdirSync("web", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `web/${file}`)
  .toSorted();
const read = (file: string) => readFileSync(file, "utf8");

describe("the web's source code", () => {
  test("calls useMutation only for requests that may run concurrently", () => {
    expect(sources.filter((file) => /\buseMutation\(/.test(read(file)))).toEqual(CONCURRENT);
  });

  test("sends every change through useSingleMutation", () => {
    const changes =
      /\b(?:request|requestRaw)(?:<[^(]*>)?\(\s*(?:method|"(?:POST|PUT|PATCH|DELETE)")/;
    const guard = /\b(?:useSingleMutation|useAccountMutation)\(/;
    const unguarded = sources.filter((file) => changes.test(read(file)) && !guard.test(read(file)));
    expect(unguarded).toEqual(
      [
        ...GUARDED_ELSEWHERE,
        "web/lib/forms/use-password-check.ts",
        // A turn that is reported twice as seen counts once.
        "web/features/debate/swing/use-seen-turns.ts",
        // This request changes nothing. It is a POST because logs contain URLs and must not contain
        // topics.
        "web/features/new-debate/use-detected-language.ts",
      ].toSorted(),
    );
  });
});

const NOW = "2025-06-01T12:00:00.000Z";
const account: Account = {
  isEmailConfirmed: true,
  isMailLate: false,
  mails: [],
  debates: 0,
  events: [],
  export: { status: "none", expiresAt: null },
  signInMethods: {
    passkeys: [{ id: 4, name: "Phone", createdAt: NOW, usedAt: null }],
    app: null,
  },
  sessions: [],
};
const root: User = { ...USER, role: "superadmin", isAdmin: true };
const berta: User = { ...USER, id: 3, username: "berta", credits: 5 };

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Presses a button twice before the page renders again. Neither press counts as a double click. */
const pressTwice = (button: HTMLElement) => {
  fireEvent.click(button);
  fireEvent.click(button);
};

interface Case {
  path: string;
  viewer: User | null;
  sends: string;
  fill?: () => void;
  button: string | RegExp;
}

const CASES: Record<string, Case> = {
  login: {
    path: "/auth?tab=login",
    viewer: null,
    sends: "POST /api/login",
    fill: () => {
      enter("Username", "ada");
      enter("Password", "secret1");
    },
    button: "Login",
  },
  register: {
    path: "/auth?tab=register",
    viewer: null,
    sends: "POST /api/register",
    fill: () => {
      enter("Username", "ada");
      enter("Email", "ada@example.com");
      enter("Password", "secret1");
    },
    button: "Sign up",
  },
  recovery: {
    path: "/auth?tab=forgot",
    viewer: null,
    sends: "POST /api/password/forgot",
    fill: () => enter("Username or email", "ada"),
    button: "Send me a link",
  },
  "new debate": {
    path: "/",
    viewer: USER,
    sends: "POST /api/debates",
    fill: () => enter("Topic", "Should cities ban cars?"),
    button: /^Start Debate/,
  },
  export: {
    path: "/account",
    viewer: USER,
    sends: "POST /api/account/export",
    button: "Prepare my data",
  },
  "credits of a user, as a superadmin": {
    path: "/admin-panel?tab=credits",
    viewer: root,
    sends: "PUT /api/superadmin/users/3/credits",
    fill: () => enter("Credits of berta", "9"),
    button: "Update credits of berta",
  },
  "credits of a user, as an admin": {
    path: "/admin",
    viewer: root,
    sends: "PATCH /api/admin/users/3/credits",
    fill: () => enter("Credits of berta", "9"),
    button: "Update credits of berta",
  },
};

describe("two quick presses send one request for", () => {
  test.each(Object.entries(CASES))("%s", async (_name, { path, viewer, sends, fill, button }) => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const [method = "", route = ""] = sends.split(" ");
    const list = [200, [berta], { "X-Total-Count": "1" }] as const;
    fakeApi().respond({
      "GET /api/user": viewer ? [200, viewer] : [401, {}],
      "GET /api/account": [200, account],
      "GET /api/superadmin/users?perPage=10": [...list],
      "GET /api/admin/users?perPage=10": [...list],
      [sends]: async () => {
        await isAnswered;
        return [422, { message: "Not now." }];
      },
    });
    await renderAppPage(fakeApi(), path, {
      config: { ...CONFIG, mail: true },
      user: viewer,
      queries: [[["/api/debates/my?perPage=12"], { rows: [], total: 0 }]],
    });
    const main = within(screen.getByRole("main"));
    const [press] = await main.findAllByRole("button", { name: button });
    if (!press) throw new Error("no button");
    fill?.();
    pressTwice(press);
    const sent = () =>
      fakeApi().requests.filter((each) => each.method === method && each.path === route);
    await waitFor(() => expect(sent()).toHaveLength(1));
    // This request takes longer than the validation of both presses. So a second request would have
    // been sent by now.
    await fetch("/api/user");
    expect(sent()).toHaveLength(1);
    answer();
    await waitFor(() => expect(press.matches(":disabled, [aria-disabled=true]")).toBe(false));
    expect(sent()).toHaveLength(1);
  });
});

/** @jest-environment ./tests/web/browser.cjs */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Account } from "#shared/contract/accounts/account.ts";
import type { EmailLinkInfo } from "#shared/contract/accounts/email-links.ts";
import { useToasts } from "#web/lib/toast.ts";
import { CONFIG, USER } from "./fixtures.ts";
import type { ReceivedRequest } from "./fake-api.ts";
import { expectToast, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

/** Two clicks before the page renders again, as a busy browser delivers a double click. */
const doubleClick = (button: HTMLElement): void => {
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
};

const NOW = "2025-06-01T12:00:00.000Z";
const session = { address: "192.0.2.1", signedInAt: NOW, lastSeenAt: NOW };
const account: Account = {
  isEmailConfirmed: false,
  isMailLate: false,
  mails: ["debate_finished"],
  debates: 3,
  events: [{ id: 1, event: "sign_in_failed", address: "192.0.2.9", at: NOW }],
  export: { status: "none", expiresAt: null },
  signInMethods: { passkeys: [], app: null },
  sessions: [
    { ...session, id: "a".repeat(32), device: "Firefox on Linux", isThis: true },
    { ...session, id: "b".repeat(32), device: "Safari on iPhone", isThis: false },
  ],
};

describe("the form for a forgotten password", () => {
  const requestLink = async (status: number) => {
    fakeApi().respond({ "POST /api/password/forgot": [status, { message: "Not now." }] });
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login", {
      config: { ...CONFIG, mailbox: "http://127.0.0.1:1/mailbox" },
    });
    await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    await user.type(screen.getByLabelText("Username or email"), "ada{Enter}");
  };

  test("is linked from the login form, and confirms the request in the same words for every name", async () => {
    await requestLink(204);
    expect(await screen.findByText(/^If the account exists/)).toBeTruthy();
    expect(fakeApi().requests).toEqual([
      { method: "POST", path: "/api/password/forgot", body: { username: "ada" } },
    ]);
    const mailbox = screen.getByRole("link", { name: "demo mailbox" });
    expect(mailbox.getAttribute("href")).toBe("http://127.0.0.1:1/mailbox");
  });

  test("shows the server's reason when the request is refused", async () => {
    await requestLink(429);
    await expectToast("Error", "Not now.");
  });

  test("offers a contact address instead of the form where the server sends no mail", async () => {
    await renderAppPage(fakeApi(), "/auth?tab=forgot", { config: { ...CONFIG, mail: false } });
    expect(screen.queryByLabelText("Username or email")).toBeNull();
    expect(screen.getByRole("link", { name: CONFIG.contactEmail })).toBeTruthy();
  });
});

describe("the second step of a sign-in", () => {
  const signIn = async (second: () => [number, object]) => {
    fakeApi().respond({
      // Without these responses, error toasts of the home page would replace the welcome toast.
      "GET /api/debates/my?perPage=12": [200, []],
      "GET /api/debates/public": [200, []],
      "POST /api/login": [200, { secondStep: "a-token" }],
      "POST /api/login/second-step": second,
    });
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret1{Enter}");
    await user.type(await screen.findByLabelText("Code"), "123 456{Enter}");
  };

  test("signs the user in when the code is right", async () => {
    await signIn(() => [200, USER]);
    await expectToast("Welcome back!", `Logged in as ${USER.username}`);
    const body = { token: "a-token", code: "123 456" };
    expect(fakeApi().requests.find(({ path }) => path.endsWith("second-step"))?.body).toEqual(body);
  });

  test("shows a wrong code as an error of its field and focuses it", async () => {
    const message = "That code is wrong or was already used.";
    await signIn(() => [422, { code: "invalid", message, fields: { code: message } }]);
    await waitFor(() =>
      expect(screen.getByLabelText("Code").matches("[aria-invalid=true]")).toBe(true),
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Code")));
  });

  test("closes the toast about an earlier wrong password", async () => {
    let attempts = 0;
    fakeApi().respond({
      "POST /api/login": () => {
        attempts += 1;
        return attempts === 1 ? [401, { message: "Wrong." }] : [200, { secondStep: "a-token" }];
      },
    });
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "wrong{Enter}");
    expect(await screen.findByText("Login failed")).toBeTruthy();
    await user.type(screen.getByLabelText("Password"), "right one{Enter}");
    expect(await screen.findByText("One more step")).toBeTruthy();
    expect(useToasts.getState().isOpen).toBe(false);
  });

  test("returns to the password form when the sign-in has expired", async () => {
    await signIn(() => [401, { code: "unauthenticated", message: "That took too long." }]);
    await expectToast("Login failed", "That took too long.");
    expect(await screen.findByLabelText("Password")).toBeTruthy();
  });
});

test("the password field shows its text until the user hides it again", async () => {
  const { user } = await renderAppPage(fakeApi(), "/auth?tab=register");
  const entry = screen.getByLabelText("Password");
  expect(entry.getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(entry.getAttribute("type")).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(entry.getAttribute("type")).toBe("password");
});

test.each([
  ["login", { Username: "username", Password: "current-password" }],
  ["register", { Username: "username", Email: "email", Password: "new-password" }],
])(
  "the form at %s accepts pasted text and names its fields for password managers",
  async (tab, fields) => {
    const { user } = await renderAppPage(fakeApi(), `/auth?tab=${tab}`);
    for (const [label, kind] of Object.entries(fields)) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect(field.autocomplete).toBe(kind);
      await user.click(field);
      await user.paste("a word");
      expect(field.value).toBe("a word");
    }
  },
);

test("a common password is warned about beside its field before the form is sent", async () => {
  const warning = "This is one of the most common passwords.";
  fakeApi().respond({ "POST /api/password/check": [200, { warning }] });
  const { user } = await renderAppPage(fakeApi(), "/auth?tab=register");
  await user.type(screen.getByLabelText("Username"), "ada");
  await user.type(screen.getByLabelText("Password"), "short");
  await user.tab();
  expect(fakeApi().requests).toEqual([]);
  await user.type(screen.getByLabelText("Password"), "er");
  await user.tab();
  expect(await screen.findByText(warning)).toBeTruthy();
  const body = { password: "shorter", username: "ada", email: "" };
  expect(fakeApi().requests).toEqual([{ method: "POST", path: "/api/password/check", body }]);
});

test("the Sign up button stays under the pointer until the click ends, then the warning appears", async () => {
  const warning = "This is one of the most common passwords.";
  fakeApi().respond({
    "POST /api/password/check": [200, { warning }],
    "POST /api/register": [409, { code: "username_taken", message: "Username already exists" }],
  });
  const { user } = await renderAppPage(fakeApi(), "/auth?tab=register");
  await user.type(screen.getByLabelText("Username"), "ada");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "secret1");
  const button = screen.getByRole("button", { name: "Sign up" });
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  expect(document.activeElement).toBe(button);
  expect(fakeApi().requests).toEqual([]);
  await user.pointer({ keys: "[/MouseLeft]", target: button });
  expect(await screen.findByText(warning)).toBeTruthy();
  await waitFor(() =>
    expect(
      fakeApi()
        .requests.map(({ path }) => path)
        .toSorted(),
    ).toEqual(["/api/password/check", "/api/register"]),
  );
});

describe("the link in an email", () => {
  const link: EmailLinkInfo = { kind: "confirm_email", username: "ada", email: "ada@example.com" };
  const body = { token: "a-token" };
  const LOOK = { method: "POST", path: "/api/links/look", body };

  test("is used only when the user presses the button", async () => {
    fakeApi().respond({ "POST /api/links/look": [200, link], "POST /api/links/use": [200, link] });
    const { user } = await renderAppPage(fakeApi(), "/link#a-token");
    const press = await screen.findByRole("button", { name: "Verify email" });
    expect(fakeApi().requests).toEqual([LOOK]);
    await user.click(press);
    expect(await screen.findByText("Your email is verified")).toBeTruthy();
    const postedLink = { method: "POST", path: "/api/links/use", body };
    expect(fakeApi().requests.slice(0, 2)).toEqual([LOOK, postedLink]);
  });

  test("is used once when the button is double-clicked", async () => {
    let useCount = 0;
    fakeApi().respond({
      "POST /api/links/look": [200, link],
      "POST /api/links/use": () => {
        useCount += 1;
        return useCount === 1 ? [200, link] : [404, { message: "It is used." }];
      },
    });
    await renderAppPage(fakeApi(), "/link#a-token");
    doubleClick(await screen.findByRole("button", { name: "Verify email" }));
    expect(await screen.findByText("Your email is verified")).toBeTruthy();
    expect(useCount).toBe(1);
  });

  test("sets a new password that meets the rules, then links to the login page", async () => {
    const forgotten = { ...link, kind: "reset_password" };
    fakeApi().respond({
      "POST /api/links/look": [200, forgotten],
      "POST /api/password/reset": [204],
    });
    const { user } = await renderAppPage(fakeApi(), "/link#a-token");
    await user.type(await screen.findByLabelText("New password"), "short{Enter}");
    expect(await screen.findByText("Password must be at least 6 characters")).toBeTruthy();
    await user.type(screen.getByLabelText("New password"), "er one{Enter}");
    expect(await screen.findByText("Your password was changed")).toBeTruthy();
    expect(fakeApi().requests.find(({ path }) => path === "/api/password/reset")?.body).toEqual({
      token: "a-token",
      password: "shorter one",
    });
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Login" })).toBeTruthy();
  });

  test("unsubscribes from its kind of emails and says how to turn them on again", async () => {
    const stop = { ...link, kind: "stop_debate_finished" };
    fakeApi().respond({ "POST /api/links/look": [200, stop], "POST /api/links/use": [200, stop] });
    const { user } = await renderAppPage(fakeApi(), "/link#a-token");
    await user.click(await screen.findByRole("button", { name: "Unsubscribe" }));
    expect(await screen.findByText("You’re unsubscribed")).toBeTruthy();
    expect(screen.getByText(/turn these emails on again in your account/)).toBeTruthy();
  });

  test.each(["look", "use"])(
    "says what to do next when it has expired, found by %s",
    async (found) => {
      const expired = [404, { code: "not_found", message: "Over." }] as [number, object];
      fakeApi().respond({
        "POST /api/links/look": found === "look" ? expired : [200, link],
        "POST /api/links/use": expired,
      });
      const { user } = await renderAppPage(fakeApi(), "/link#a-token");
      if (found === "use")
        await user.click(await screen.findByRole("button", { name: "Verify email" }));
      expect(await screen.findByText("This link no longer works")).toBeTruthy();
      expect(screen.getByRole("link", { name: "Choose a new password" })).toBeTruthy();
    },
  );

  test("can be read again after the server was unavailable", async () => {
    fakeApi().respond({
      "POST /api/links/look": [503, { code: "unavailable", message: "Not now." }],
    });
    const { user } = await renderAppPage(fakeApi(), "/link#a-token");
    const retryButton = await screen.findByRole("button", { name: "Try again" });
    fakeApi().respond({ "POST /api/links/look": [200, link] });
    await user.click(retryButton);
    expect(await screen.findByRole("button", { name: "Verify email" })).toBeTruthy();
  });
});

describe("the account page", () => {
  const open = async (answers = {}) => {
    fakeApi().respond({ "GET /api/account": [200, account], ...answers });
    const page = await renderAppPage(fakeApi(), "/account", { user: USER });
    await screen.findByText("This device");
    return page;
  };
  const bodyOf = (path: string) =>
    fakeApi().requests.find((request) => request.path === path)?.body;

  test("is linked from a signed-in user's menu", async () => {
    await open();
    const [link] = screen.getAllByRole("link", { name: "Account" });
    expect(link?.getAttribute("href")).toBe("/account");
  });

  test("sends the link that confirms the address and shows a toast", async () => {
    const { user } = await open({ "POST /api/account/confirmation": [204] });
    expect(screen.getByText("Not verified")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Send verification email" }));
    await expectToast("Email sent", "Check your inbox to verify your email.");
  });

  test("says that an email is delayed by the mail server", async () => {
    await open({ "GET /api/account": [200, { ...account, isMailLate: true }] });
    expect(screen.getByText(/^An email to you couldn’t be sent yet/)).toBeTruthy();
  });

  test("changes the password and focuses the field of a wrong current password", async () => {
    const message = "Wrong password.";
    const { user } = await open({
      "PUT /api/account/password": [
        422,
        { code: "invalid", message, fields: { password: message } },
      ],
    });
    const change = async () => {
      await user.type(screen.getByLabelText("Current password"), "old one");
      await user.type(screen.getByLabelText("New password"), "new one{Enter}");
    };
    await change();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText("Current password")),
    );
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    fakeApi().respond({ "GET /api/account": [200, account], "PUT /api/account/password": [204] });
    await change();
    await expectToast("Password changed", "You were signed out on all other devices.");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });

  test("changes the password once when the button is double-clicked", async () => {
    const { user } = await open({ "PUT /api/account/password": [204] });
    await user.type(screen.getByLabelText("Current password"), "old one");
    await user.type(screen.getByLabelText("New password"), "new one");
    doubleClick(screen.getByRole("button", { name: "Change password" }));
    await expectToast("Password changed", "You were signed out on all other devices.");
    expect(fakeApi().requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  test("sends a link to the new email address", async () => {
    const { user } = await open({ "PUT /api/account/email": [204] });
    await user.click(screen.getByRole("button", { name: "Change email" }));
    const profile = within(screen.getByRole("region", { name: "Profile" }));
    await user.type(profile.getByLabelText("New email"), "new@example.com");
    await user.type(profile.getByLabelText("Your password"), "old one{Enter}");
    expect(await screen.findByText(/^If new@example.com is available/)).toBeTruthy();
    const body = { email: "new@example.com", password: "old one" };
    expect(bodyOf("/api/account/email")).toEqual(body);
    expect(screen.queryByText(/^An email to you couldn’t be sent yet/)).toBeNull();
  });

  test("saves a change of the email notifications at once and keeps the focus", async () => {
    const mails = ["debate_finished"];
    const { user } = await open({
      "GET /api/account": () => [200, { ...account, mails: [...mails] }],
      "PUT /api/account/mails": () => [mails.splice(0).length > 0 ? 204 : 500],
    });
    const section = within(screen.getByRole("region", { name: "Notifications" }));
    expect(section.getAllByText("Always")).toHaveLength(2);
    const checkbox = section.getByRole<HTMLInputElement>("checkbox", { name: /^Debate finished/ });
    expect(checkbox.checked).toBe(true);
    await user.click(checkbox);
    await waitFor(() => expect(checkbox.checked).toBe(false));
    expect(bodyOf("/api/account/mails")).toEqual({ kind: "debate_finished", on: false });
    expect(document.activeElement).toBe(checkbox);
  });

  test("restores a notification setting that could not be saved, and shows the reason", async () => {
    const { user } = await open({ "PUT /api/account/mails": [503, { message: "Not now." }] });
    const checkbox = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Debate finished/ });
    await user.click(checkbox);
    await expectToast("Error", "Not now.");
    await waitFor(() => expect(checkbox.checked).toBe(true));
  });

  test("sets up an authenticator app, shows recovery codes once, and makes new ones on request", async () => {
    const secret = { secret: "ABCDEFGH", address: "otpauth://totp/a?secret=ABCDEFGH" };
    const message = "Wrong code.";
    let isOn = false;
    const withApp = { passkeys: [], app: { addedAt: NOW, recoveryCodes: 2 } };
    const { user } = await open({
      "GET /api/account": () => [
        200,
        { ...account, isEmailConfirmed: true, ...(isOn && { signInMethods: withApp }) },
      ],
      "POST /api/account/app": [200, secret],
      "POST /api/account/app/confirm": ({ body }: ReceivedRequest) => {
        isOn = JSON.stringify(body).includes("123456");
        return isOn
          ? [200, { recoveryCodes: ["AAAA-AAAA", "BBBB-BBBB"] }]
          : [422, { code: "invalid", message, fields: { code: message } }];
      },
      "POST /api/account/recovery-codes": [200, { recoveryCodes: ["CCCC-CCCC"] }],
    });
    await user.click(screen.getByRole("button", { name: "Set up an authenticator app" }));
    expect(
      await screen.findByRole("img", { name: "QR code for your authenticator app" }),
    ).toBeTruthy();
    // The section receives the focus, so that keyboard users continue there.
    const section = screen.getByRole("region", { name: "Sign-in methods" });
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(screen.getByText("ABCD EFGH")).toBeTruthy();
    await user.type(screen.getByLabelText("Code"), "000000{Enter}");
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await user.clear(screen.getByLabelText("Code"));
    await user.type(screen.getByLabelText("Code"), "123456{Enter}");
    const codes = await screen.findByRole("list", { name: "Recovery codes" });
    expect(codes.textContent).toBe("AAAA-AAAABBBB-BBBB");
    // Without TLS, browsers provide no clipboard.
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    await user.click(screen.getByRole("button", { name: "Copy" }));
    await expectToast("Error", "Couldn’t copy the codes. Save them as a file instead.");
    await user.click(screen.getByRole("button", { name: "I’ve saved them" }));
    expect(screen.queryByText("AAAA-AAAA")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(await screen.findByText(/2 recovery codes left/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "New recovery codes" }));
    await user.click(screen.getByRole("button", { name: "Create new codes" }));
    expect(await screen.findByText("CCCC-CCCC")).toBeTruthy();
  });

  test("lists recent security events with their network address", async () => {
    await open();
    const activity = within(screen.getByRole("list", { name: "Recent activity" }));
    expect(activity.getByRole("listitem").textContent).toMatch(/^Wrong password192\.0\.2\.9 · /);
  });

  test("ends one session, or all others", async () => {
    const { user } = await open({
      "POST /api/account/sessions/end": [204],
      "POST /api/account/sessions/end-others": [204],
    });
    expect(screen.queryByRole("button", { name: "Sign out Firefox on Linux" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
    await expectToast("Signed out", "That device is signed out.");
    expect(bodyOf("/api/account/sessions/end")).toEqual({ session: "b".repeat(32) });
    await user.click(screen.getByRole("button", { name: "Sign out all other devices" }));
    await expectToast("Signed out", "All other devices are signed out.");
  });

  test("requests an export of the user's data and offers its files when they are ready", async () => {
    const state = { status: "none", expiresAt: null as string | null };
    const { user } = await open({
      "GET /api/account": () => [200, { ...account, export: state }],
      "POST /api/account/export": () => {
        Object.assign(state, { status: "ready", expiresAt: NOW });
        return [204];
      },
      "GET /api/account/export/data.json": [200, { user: "ada" }],
      "GET /api/account/export/debates.md": [200, "# Debates"],
    });
    await user.click(screen.getByRole("button", { name: "Prepare my data" }));
    const saved = jest.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    URL.createObjectURL = () => "blob:file";
    await user.click(await screen.findByRole("button", { name: "My data as JSON" }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved.mock.contexts[0]).toMatchObject({ href: "blob:file", download: "my-data.json" });
    await user.click(screen.getByRole("button", { name: "My debates as Markdown" }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(saved.mock.contexts[1]).toMatchObject({ download: "my-debates.md" });
    expect(screen.queryByText("Error")).toBeNull();
    saved.mockRestore();
  });

  test("deletes the account after a warning, if the password is right", async () => {
    const message = "Wrong password.";
    const { user } = await open({
      "POST /api/account/identity": [
        422,
        { code: "invalid", message, fields: { password: message } },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Delete my account" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(
      dialog.getByText(/^Your 1 credit, 3 debates, votes and sessions are deleted/),
    ).toBeTruthy();
    await user.type(dialog.getByLabelText("Your password"), "old one{Enter}");
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(screen.queryByText("Error")).toBeNull();
    fireEvent(screen.getByRole("dialog"), new Event("close"));
    expect(dialog.queryByText(message)).toBeNull();
    expect(dialog.getByLabelText<HTMLInputElement>("Your password").value).toBe("");
    fakeApi().respond({ "POST /api/account/identity": [204], "POST /api/account/delete": [204] });
    await user.type(dialog.getByLabelText("Your password"), "old one");
    await user.click(await dialog.findByRole("button", { name: "Delete permanently" }));
    expect(bodyOf("/api/account/identity")).toEqual({ password: "old one" });
    await expectToast("Account Deleted", "You have deleted this account.");
    await waitFor(() => expect(window.location.pathname).toBe("/auth"));
  });

  test("shows in the open dialog why the account could not be deleted", async () => {
    const message = "Admin accounts can't be deleted. Remove the role first.";
    const { user } = await open({
      "POST /api/account/identity": [204],
      "POST /api/account/delete": [403, { code: "forbidden", message }],
    });
    await user.click(screen.getByRole("button", { name: "Delete my account" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Your password"), "old one{Enter}");
    expect(await dialog.findByText(message)).toBeTruthy();
  });

  test("asks for a code beside the password when the account has an authenticator app", async () => {
    const app = { addedAt: NOW, recoveryCodes: 10 };
    const wrongCodeText = "That code is wrong or was already used.";
    const { user } = await open({
      "GET /api/account": [200, { ...account, signInMethods: { passkeys: [], app } }],
      "POST /api/account/identity": [
        422,
        { code: "invalid", message: wrongCodeText, fields: { code: wrongCodeText } },
      ],
    });
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Your password"), "old one");
    await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
    expect(await dialog.findByText("A code is required")).toBeTruthy();
    await user.type(dialog.getByLabelText("Code from your authenticator app"), "123456{Enter}");
    expect(await dialog.findByText(wrongCodeText)).toBeTruthy();
    expect(bodyOf("/api/account/identity")).toEqual({ password: "old one", code: "123456" });
  });

  test("asks for no password when the account has a passkey and no app", async () => {
    const passkey = { id: 1, name: "Key", createdAt: NOW, usedAt: null };
    const { user } = await open({
      "GET /api/account": [200, { ...account, signInMethods: { passkeys: [passkey], app: null } }],
    });
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.queryByLabelText("Your password")).toBeNull();
    expect(dialog.getByText(/^Your account uses a passkey/)).toBeTruthy();
  });

  test("is the only page for an admin who must add a second factor, and says why", async () => {
    fakeApi().respond({ "GET /api/account": [200, account] });
    const root = { ...USER, role: "admin", isAdmin: true, secondFactor: "required" } as const;
    await renderAppPage(fakeApi(), "/admin", { user: root });
    await waitFor(() => expect(window.location.pathname).toBe("/account"));
    expect(await screen.findByText(/^Admins must set up two-step sign-in first/)).toBeTruthy();
  });

  test("recommends a second factor to an admin who has none", async () => {
    fakeApi().respond({ "GET /api/account": [200, account] });
    const root = { ...USER, role: "admin", isAdmin: true, secondFactor: "urged" } as const;
    await renderAppPage(fakeApi(), "/account", { user: root });
    expect(await screen.findByText(/^Protect your admin account/)).toBeTruthy();
  });

  test("disables the deletion of an admin's account", async () => {
    fakeApi().respond({ "GET /api/account": [200, account] });
    await renderAppPage(fakeApi(), "/account", { user: { ...USER, role: "admin", isAdmin: true } });
    const button = await screen.findByRole("button", { name: "Delete my account" });
    expect(button.matches(":disabled")).toBe(true);
  });

  test("offers nothing that needs email where the server sends none", async () => {
    fakeApi().respond({ "GET /api/account": [200, account] });
    await renderAppPage(fakeApi(), "/account", { user: USER, config: { ...CONFIG, mail: false } });
    await screen.findByText("This device");
    expect(screen.queryByRole("button", { name: "Change email" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Send verification email" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.getByText(/^This server doesn’t send email\. Write to/)).toBeTruthy();
  });
});

import { readFile } from "node:fs/promises";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import type { ReceivedEmail } from "#infra/dev/fakes/email/mailbox-page.ts";
import { waitUntil } from "../harness.ts";
import { describeInBrowser, type BrowserUser, type BrowserHarness } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  SESSION_ENDED_ERROR,
  getPathname,
  waitForText,
  TOPIC,
} from "./steps.ts";

/** Opens a link of the last email that the user received with this subject, in the fake mailbox. */
const openEmailLink = async (
  site: BrowserHarness,
  { page, username }: BrowserUser,
  subject: RegExp,
  linkName: string,
) => {
  const { port } = site.stack.fakes;
  const mailbox = `http://127.0.0.1:${port}`;
  const mail = await waitUntil(async () => {
    const answer = await fetch(`${mailbox}/__mail`);
    return ((await answer.json()) as ReceivedEmail[]).findLast(
      (each) => subject.test(each.subject) && each.to.join().includes(`${username ?? ""}@`),
    );
  });
  await page.goto(`${mailbox}/mailbox`);
  await page.locator(`a[href="/mailbox/${mail.id}"]`).click();
  const link = page.frameLocator("iframe").getByRole("link", { name: linkName });
  const token = new URL((await link.getAttribute("href")) ?? "").hash;
  await page.goto(`${site.stack.origin}/link${token}`);
};

/** Adds Chromium's virtual authenticator, which stores passkeys and passes user verification. */
const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const credentials = async () =>
    (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    credentials,
    /** Copies passkeys, as a password manager does between devices. */
    async importPasskeys(copiedPasskeys: Awaited<ReturnType<typeof credentials>>) {
      for (const credential of copiedPasskeys)
        await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
  };
};

/** Confirms the user's email address with the link in the email. */
const confirmAddress = async (site: BrowserHarness, browserUser: BrowserUser) => {
  await openEmailLink(site, browserUser, /^Verify your email/, "Verify email");
  await browserUser.page.getByRole("button", { name: "Verify email" }).click();
  await waitForText(browserUser.page, "Your email is verified");
};

/**
 * Opens the account page of a new user. The user's email is confirmed, because sign-in methods can
 * be added only then.
 */
const openConfirmedUser = async (site: BrowserHarness): Promise<BrowserUser> => {
  const browserUser = await site.user("/info");
  await site.sql("UPDATE users SET email_confirmed_at = now() WHERE username = $1", [
    browserUser.username,
  ]);
  await browserUser.page.goto(`${site.stack.origin}/account`);
  return browserUser;
};

/** Makes the user's last identity confirmation so old that it no longer counts. */
const expireIdentity = (site: BrowserHarness, username: string | null) =>
  site.sql(
    `UPDATE sessions SET sess = jsonb_set(sess::jsonb, '{provedAt}', '0')
      WHERE sess ->> 'userId' = (SELECT id::text FROM users WHERE username = $1)`,
    [username],
  );

/** Waits until the sign-in form is hydrated. */
const waitForSignInForm = (page: Page): Promise<void> =>
  page.locator("form button:enabled", { hasText: "Login" }).waitFor();

const signIn = async (page: Page, username: string | null, password: string) => {
  await waitForSignInForm(page);
  await page.getByLabel("Username").fill(username ?? "");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
};

describeInBrowser(
  "an account",
  (site) => {
    test("is confirmed by an email link and recovered by another one", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const { page, username } = await site().user("/");
      await confirmAddress(site(), { page, username });

      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await otherPage.getByRole("link", { name: "Forgot your password?" }).click();
      await waitForHydratedButton(otherPage, "Send me a link");
      await otherPage.getByLabel("Username or email").fill(username ?? "");
      await otherPage.getByRole("button", { name: "Send me a link" }).click();
      await waitForText(otherPage, "Check your inbox");
      await openEmailLink(
        site(),
        { page: otherPage, username },
        /^Choose a new password/,
        "Choose a new password",
      );
      await otherPage.getByLabel("New password").fill("another secret");
      await Promise.all([
        waitForText(otherPage, "Your password was changed"),
        // A response may report the end of the session before the event does.
        page
          .getByText(/^(The password of this account was changed|Your session has ended)\./)
          .first()
          .waitFor(),
        otherPage.getByRole("button", { name: "Change password" }).click(),
      ]);
      await otherPage.getByRole("main").getByRole("link", { name: "Login" }).click();
      await signIn(otherPage, username, "another secret");
      await waitForText(otherPage, "Start a New Debate");
      expect(getPathname(otherPage)).toBe("/");
    });

    test("changes its password with the old one, which ends its session in another browser", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      site().allowConsoleErrors(/status of 422/);
      const { page, username } = await site().user("/account");
      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await signIn(otherPage, username, "secret1");
      await waitForText(otherPage, "Start a New Debate");
      const change = async (password: string) => {
        await page.getByLabel("Current password").fill(password);
        await page.getByLabel("New password").fill("another secret");
        await page.getByRole("button", { name: "Change password" }).click();
      };
      await change("a guess");
      await waitForText(page, "Wrong password.");
      await Promise.all([
        waitForText(page, "You were signed out on all other devices."),
        waitForText(otherPage, "Your session has ended. Please sign in again."),
        change("secret1"),
      ]);
      await otherPage.goto(`${site().stack.origin}/auth?tab=login`);
      await signIn(otherPage, username, "another secret");
      await waitForText(otherPage, "Start a New Debate");
      expect(getPathname(otherPage)).toBe("/");
    });

    test("can be signed out on another device", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const { page, username } = await site().user("/account");
      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await signIn(otherPage, username, "secret1");
      await waitForText(otherPage, "Start a New Debate");
      await page.reload();
      await Promise.all([
        waitForText(page, "That device is signed out."),
        waitForText(otherPage, "Your session has ended. Please sign in again."),
        page.getByRole("button", { name: /^Sign out Chrome/ }).click(),
      ]);
      await otherPage.goto(`${site().stack.origin}/account`);
      await waitForSignInForm(otherPage);
      expect(getPathname(otherPage)).toBe("/auth");
    });

    test("is signed in to with a passkey in another browser, which then ends the first session", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const { page, username } = await openConfirmedUser(site());
      const device = await addAuthenticator(page);
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await waitForText(page, "Passkey added");
      await page.getByRole("button", { name: /^Rename Chrome/ }).click();
      await page.getByRole("textbox", { name: /^New name for/ }).fill("My key");
      await page.getByRole("button", { name: "Save" }).click();
      await waitForText(page, "My key");

      const { page: otherPage } = await site().visitor("/auth?tab=login&next=/account");
      await (await addAuthenticator(otherPage)).importPasskeys(await device.credentials());
      await otherPage.getByRole("button", { name: "Sign in with a passkey" }).click();
      await waitForText(otherPage, `Logged in as ${username ?? ""}`);
      await otherPage.getByRole("button", { name: /^Sign out Chrome/ }).click();
      await waitForText(otherPage, "That device is signed out.");
      await page.waitForURL((url) => url.pathname === "/auth");
      await waitForSignInForm(page);
      expect(getPathname(page)).toBe("/auth");
      await otherPage.getByRole("button", { name: "Remove My key" }).click();
      await otherPage.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await waitForText(otherPage, "Passkey removed");
      const removed = otherPage.getByRole("button", { name: "Rename My key" });
      await removed.waitFor({ state: "detached" });
    });

    test("with an authenticator app accepts a recovery code after the password", async () => {
      const { page, username } = await openConfirmedUser(site());
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
      const secret = await page.locator("form code").innerText();
      await page
        .getByLabel("Code", { exact: true })
        .fill(new TOTP({ secret: secret.replaceAll(" ", "") }).generate());
      await page.getByRole("button", { name: "Turn on" }).click();
      const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
      await codes.first().waitFor();
      const code = await codes.first().innerText();
      await page.getByRole("button", { name: "I’ve saved them" }).click();

      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await signIn(otherPage, username, "secret1");
      await waitForText(otherPage, "One more step");
      await otherPage.getByLabel("Code", { exact: true }).fill(code);
      await otherPage.getByRole("button", { name: "Continue" }).click();
      await waitForText(otherPage, "Start a New Debate");
      expect(getPathname(otherPage)).toBe("/");
    });

    test("changes its address, which a link to the old address undoes", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const { page, username } = await site().user("/");
      await confirmAddress(site(), { page, username });
      await page.goto(`${site().stack.origin}/account`);
      await page.getByRole("button", { name: "Change email" }).click();
      await page.getByLabel("New email").fill(`other-${username ?? ""}@example.org`);
      await page.getByLabel("Your password").first().fill("secret1");
      await page.getByRole("button", { name: "Send link" }).click();
      await openEmailLink(site(), { page, username }, /^Verify your new email/, "Use this email");
      await page.getByRole("button", { name: "Use this email" }).click();
      await waitForText(page, "Your email was changed");
      await openEmailLink(
        site(),
        { page, username },
        /^Your email at .* was changed$/,
        "Undo the change",
      );
      await page.getByRole("button", { name: "Undo the change" }).click();
      await waitForText(page, "Your old email is back");
      await page.goto(`${site().stack.origin}/account`);
      await waitForSignInForm(page);
      expect(getPathname(page)).toBe("/auth");
    });

    test("gets emails about finished debates until it turns them off by a link in one", async () => {
      const { page, username } = await site().user("/");
      await confirmAddress(site(), { page, username });
      const { origin } = site().stack;
      const checkbox = page.getByRole("checkbox", { name: /^Debate finished/ });
      const toggle = () =>
        Promise.all([page.waitForResponse("**/api/account/mails"), checkbox.click()]);
      await page.goto(`${origin}/account`);
      await toggle();
      await page.reload();
      await checkbox.waitFor();
      expect(await checkbox.isChecked()).toBe(false);
      await toggle();

      const insertEmail = `
        INSERT INTO emails (kind, user_id, email, data)
        SELECT 'debate_finished', id, email, $2 FROM users WHERE username = $1`;
      await site().sql(insertEmail, [username, { topic: TOPIC }]);
      const browserUser = { page, username };
      await openEmailLink(site(), browserUser, / has finished$/, "Unsubscribe from these emails");
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await waitForText(page, "You’re unsubscribed");
      await page.goto(`${origin}/account`);
      await checkbox.waitFor();
      expect(await checkbox.isChecked()).toBe(false);
    });

    test("confirms its identity before it sets credits long after signing in, and the change is saved", async () => {
      site().allowConsoleErrors(/status of 403/);
      const { username: other } = await site().user("/info");
      const { page, username } = await site().user("/info");
      await site().makeAdmin(username, "superadmin");
      await page.goto(`${site().stack.origin}/admin-panel?tab=credits`);
      const entry = page.getByRole("spinbutton", { name: `Credits of ${other ?? ""}` });
      await entry.waitFor();
      await expireIdentity(site(), username);
      await entry.fill("77");
      await entry.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      await dialog.getByLabel("Your password").fill("secret1");
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await waitForText(page, "Credits Updated");
      expect(await entry.inputValue()).toBe("77");
    });

    test("confirms its identity with its passkey before it adds another sign-in method", async () => {
      site().allowConsoleErrors(/status of 403/);
      const { page, username } = await openConfirmedUser(site());
      await addAuthenticator(page);
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await waitForText(page, "Passkey added");
      await expireIdentity(site(), username);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      expect(await dialog.getByLabel("Your password").isVisible()).toBe(false);
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
      expect(await dialog.isVisible()).toBe(false);
    });

    test("confirms its identity once each for its data export and its deletion", async () => {
      site().allowConsoleErrors(/status of 403/);
      const { page, username } = await site().user("/account");
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      const confirm = async () => {
        await dialog.getByLabel("Your password").fill("secret1");
        await dialog.getByRole("button", { name: "Confirm" }).click();
        await dialog.waitFor({ state: "hidden" });
      };
      await expireIdentity(site(), username);
      await page.getByRole("button", { name: "Prepare my data" }).click();
      await confirm();
      const save = page.getByRole("button", { name: "My data as JSON" });
      await save.waitFor();
      await expireIdentity(site(), username);
      await save.click();
      const [json] = await Promise.all([page.waitForEvent("download"), confirm()]);
      expect(json.suggestedFilename()).toBe("my-data.json");
      expect(await readFile(await json.path(), "utf8")).toContain(username);
      await expireIdentity(site(), username);
      await page.getByRole("button", { name: "Delete my account" }).click();
      const end = page.getByRole("dialog", { name: `Delete ${username ?? ""}?` });
      await end.getByLabel("Your password").fill("secret1");
      await end.getByRole("button", { name: "Delete permanently" }).click();
      await waitForText(page, "You have deleted this account.");
      expect(await dialog.isVisible()).toBe(false);
      await waitForSignInForm(page);
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      await signIn(page, username, "secret1");
      await page.getByText("Wrong username or password").first().waitFor();
      expect(getPathname(page)).toBe("/auth");
    });

    test("confirms its identity before it deletes a debate and ends sessions, and both are done", async () => {
      site().allowConsoleErrors(/status of 403/);
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const { page, username } = await site().user("/");
      await page.getByLabel("Topic").fill(TOPIC);
      await page.getByRole("button", { name: "Start debate" }).click();
      await page.waitForURL(/\/debate\/\d+/);
      await page.goto(`${site().stack.origin}/`);
      const remove = page.getByRole("button", { name: /^Delete/ }).first();
      await remove.waitFor();
      await expireIdentity(site(), username);
      await remove.click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Delete/ })
        .click();
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      const password = dialog.getByLabel("Your password");
      await password.fill("a guess");
      site().allowConsoleErrors(/status of 422/);
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await dialog.getByText("Wrong password.").waitFor();
      await password.fill("secret1");
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await waitForText(page, "Debate deleted successfully");

      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await signIn(otherPage, username, "secret1");
      await waitForText(otherPage, "Start a New Debate");
      await page.goto(`${site().stack.origin}/account`);
      const others = page.getByRole("button", { name: "Sign out all other devices" });
      await others.waitFor();
      await expireIdentity(site(), username);
      await others.click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect((await otherPage.request.get(`${site().stack.origin}/api/user`)).status()).toBe(200);
      await others.click();
      await password.fill("secret1");
      await Promise.all([
        waitForText(page, "All other devices are signed out."),
        dialog.getByRole("button", { name: "Confirm" }).click(),
      ]);
      expect((await otherPage.request.get(`${site().stack.origin}/api/user`)).status()).toBe(401);
    });

    test("with an authenticator app confirms its identity with the password and a code", async () => {
      site().allowConsoleErrors(/status of (403|422)/);
      const { page, username } = await openConfirmedUser(site());
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      const secret = await page.locator("main code").first().innerText();
      const generateCode = () => new TOTP({ secret: secret.replaceAll(" ", "") }).generate();
      await page.getByLabel("Code", { exact: true }).fill(generateCode());
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("You were signed out on all other devices.").waitFor();
      await page.getByRole("button", { name: "I’ve saved them" }).click();
      await expireIdentity(site(), username);
      await site().sql(
        `UPDATE authenticators SET last_step = 0
          WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
        [username],
      );
      await page.getByRole("button", { name: "Prepare my data" }).click();
      const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
      await dialog.getByLabel("Your password").fill("secret1");
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await dialog.getByText("A code is required").waitFor();
      await dialog.getByLabel("Code from your authenticator app").fill(generateCode());
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "My data as JSON" }).waitFor();
      expect(await dialog.isVisible()).toBe(false);
    });

    test("is signed in to by an email link after a lockout", async () => {
      site().allowConsoleErrors(/status of (401|429)/);
      const { page, username } = await site().user("/account");
      await page.getByText("Verify your email first.").waitFor();
      expect(await page.getByRole("button", { name: "Add a passkey" }).isDisabled()).toBe(true);
      const { page: otherPage } = await site().visitor("/auth?tab=login");
      await waitForSignInForm(otherPage);
      const sendLink = otherPage.getByRole("button", { name: "Email me a sign-in link" });
      await sendLink.waitFor();
      const locked = { code: "too_many_requests", message: "Too many attempts." };
      await otherPage.route("**/api/login", (route) =>
        route.fulfill({ status: 429, json: locked }),
      );
      await signIn(otherPage, username, "secret1");
      await otherPage.getByText("Too many attempts with this username.").waitFor();
      await sendLink.click();
      await otherPage.getByText("we’ve sent a sign-in link").waitFor();
      await openEmailLink(
        site(),
        { page: otherPage, username },
        /^Your sign-in link/,
        "Sign in to Chatbot Debate",
      );
      await otherPage.getByRole("heading", { name: "Sign in with your link" }).waitFor();
      await otherPage.getByRole("button", { name: "Sign in" }).click();
      await waitForText(otherPage, "You are signed in");
      await waitForText(otherPage, "1 session");
      await page.reload();
      await waitForSignInForm(page);
      expect(getPathname(page)).toBe("/auth");
      await otherPage.getByRole("link", { name: "Go to your account" }).click();
      await otherPage.getByText("Verified", { exact: true }).waitFor();
      await otherPage.getByRole("button", { name: "Set up an authenticator app" }).waitFor();
      expect(getPathname(otherPage)).toBe("/account");
    });
  },
  { hasMail: true },
);

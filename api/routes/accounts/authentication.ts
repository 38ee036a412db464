import type { Request, Response } from "express";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import {
  LoginRequest,
  LoginResponse,
  RegisterRequest,
  User,
} from "#shared/contract/accounts/account.ts";
import { SecondFactorRequest } from "#shared/contract/accounts/sign-in-methods.ts";
import { describeDevice } from "#shared/domain/accounts/device.ts";
import type { Context } from "#api/context.ts";
import type { LoginColumns } from "#api/queries/accounts/find-user.ts";
import { getUser, presentOwnAccount } from "#api/queries/accounts/get-user.ts";
import { assertNotSuspended } from "#api/commands/sessions/assert-sign-in-allowed.ts";
import { login, assertPasswordSignInAllowed } from "#api/commands/sessions/login.ts";
import { recordDevice, type SignInDevice } from "#api/commands/sessions/known-devices.ts";
import { register } from "#api/commands/accounts/register.ts";
import { beginSecondStep, completeSecondStep } from "#api/commands/sign-in-methods/second-step.ts";
import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { readDeviceDigest, ensureDeviceCookie } from "#api/http/session/device-cookie.ts";
import { clientInfo } from "#api/http/session/record-security-event.ts";
import { type HttpExchange, route } from "#api/http/route.ts";
import { beginSession, endSession, type SignInUser } from "#api/http/session/session.ts";

const getSignInDevice = (
  { env }: Pick<Context, "env">,
  req: Request,
  res: Response,
): Omit<SignInDevice, "isOwnerNotified"> => ({
  digest: ensureDeviceCookie(env, req, res),
  device: describeDevice(req.get("user-agent") ?? ""),
  address: normalizeClientAddress(req.ip),
});

const getClientDevice = ({ env }: Pick<Context, "env">, { req }: HttpExchange) => ({
  digest: readDeviceDigest(env, req),
  address: normalizeClientAddress(req.ip),
});

/**
 * Starts the session after a complete sign-in and stores the device as known. Every kind of sign-in
 * calls this function at its end. `isOwnerNotified` is true if another email already informs the
 * owner. Throws `forbidden` for a suspended account.
 */
export const completeSignIn = async (
  context: Pick<Context, "env" | "logger" | "sql" | "enqueue" | "disconnectSession">,
  { req, res }: HttpExchange,
  user: SignInUser & Pick<LoginColumns, "isSuspended">,
  { isOwnerNotified = false }: { isOwnerNotified?: boolean } = {},
): Promise<void> => {
  assertNotSuspended(context, user);
  await beginSession(context, req, user);
  await recordDevice(context, user, { ...getSignInDevice(context, req, res), isOwnerNotified });
  recordSecurityEvent(context, { ...clientInfo(req), event: "signed_in", userId: user.id });
};

export const authenticationRoutes = [
  route(
    {
      method: "post",
      path: "/register",
      summary: "Create an account and sign in",
      as: "anyone",
      body: RegisterRequest,
      status: 201,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await register(context, body, normalizeClientAddress(http.req.ip));
      await completeSignIn(context, http, { ...user, sessionEpoch: 0, isSuspended: false });
      return user;
    },
  ),
  route(
    {
      method: "post",
      path: "/login",
      summary: "Sign in with a username or email",
      as: "anyone",
      body: LoginRequest,
      status: 200,
      answer: LoginResponse,
    },
    async ({ context, body }, http) => {
      const user = await login(context, body, getClientDevice(context, http));
      assertPasswordSignInAllowed(context.env, user);
      if (user.hasApp) return { secondStep: await beginSecondStep(context.sql, user) };
      await completeSignIn(context, http, user);
      return presentOwnAccount(context, user);
    },
  ),
  route(
    {
      method: "post",
      path: "/login/second-step",
      summary: "Finish signing in with a code, after the password",
      as: "anyone",
      body: SecondFactorRequest,
      status: 200,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await completeSecondStep(context, body, getClientDevice(context, http));
      await completeSignIn(context, http, user);
      return presentUser(user);
    },
  ),
  route(
    { method: "post", path: "/logout", summary: "Sign out", as: "anyone", status: 204 },
    async ({ context }, { req, res }) => {
      const { sessionID } = req;
      const { userId } = req.session;
      if (userId !== undefined)
        recordSecurityEvent(context, { ...clientInfo(req), event: "signed_out", userId });
      await endSession(context.env, req, res);
      // Disconnects after the response, so that the page gets the response before its sockets
      // close.
      res.once("close", () => context.disconnectSession(sessionID));
      // Clears only the browser's cached pages. The theme and other local storage stay.
      res.set("Clear-Site-Data", '"cache"');
    },
  ),
  route(
    {
      method: "get",
      path: "/user",
      cost: "row",
      summary: "Get the signed-in user",
      as: "user",
      status: 200,
      answer: User,
    },
    ({ context, viewer }) => getUser(context, viewer),
  ),
];

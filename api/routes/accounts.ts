import type { Request, Response } from "express";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { userView } from "#infra/views/user-view.ts";
import { Login, LoginAnswer, Register, User } from "#shared/contract/account.ts";
import { SecondStep } from "#shared/contract/sign-in-methods.ts";
import { deviceName } from "#shared/domain/device.ts";
import type { Context } from "../context.ts";
import type { LoginColumns } from "../queries/find-user.ts";
import { getUser, ownView } from "../queries/get-user.ts";
import { refuseSuspended } from "../commands/accounts/admit.ts";
import { login, requireMoreThanPassword } from "../commands/accounts/login.ts";
import { noteDevice, type SigningDevice } from "../commands/accounts/note-device.ts";
import { register } from "../commands/accounts/register.ts";
import { beginSecondStep, takeSecondStep } from "../commands/sign-in-methods/second-step.ts";
import { senderAt } from "../http/address.ts";
import { deviceOf, knowDevice } from "../http/device.ts";
import { hereOf } from "../http/note-own.ts";
import { type Http, route } from "../http/route.ts";
import { beginSession, endSession, type SigningIn } from "../http/session.ts";

const signingDevice = (
  { env }: Context,
  req: Request,
  res: Response,
): Omit<SigningDevice, "isTold"> => ({
  digest: knowDevice(env, req, res),
  device: deviceName(req.get("user-agent") ?? ""),
  address: senderAt(req.ip),
});

/** Device and network of a sign-in. */
const deviceAt = ({ env }: Context, { req }: Http) => ({
  digest: deviceOf(env, req),
  address: senderAt(req.ip),
});

/**
 * Starts the session after a complete sign-in and stores the device as known. Every kind of sign-in
 * ends here. `isTold`: another email already informs the owner. Throws forbidden for a suspended
 * account.
 */
export const letIn = async (
  context: Context,
  { req, res }: Http,
  user: SigningIn & Pick<LoginColumns, "isSuspended">,
  { isTold = false }: { isTold?: boolean } = {},
): Promise<void> => {
  refuseSuspended(context, user);
  await beginSession(context, req, user);
  await noteDevice(context, user, { ...signingDevice(context, req, res), isTold });
  noteSecurityEvent(context, { ...hereOf(req), event: "signed_in", userId: user.id });
};

export const accountRoutes = [
  route(
    {
      method: "post",
      path: "/register",
      summary: "Open an account and sign in",
      as: "anyone",
      body: Register,
      status: 201,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await register(context, body, senderAt(http.req.ip));
      await letIn(context, http, { ...user, sessionEpoch: 0, isSuspended: false });
      return user;
    },
  ),
  route(
    {
      method: "post",
      path: "/login",
      summary: "Sign in with a username or e-mail address",
      as: "anyone",
      body: Login,
      status: 200,
      answer: LoginAnswer,
    },
    async ({ context, body }, http) => {
      const user = await login(context, body, deviceAt(context, http));
      requireMoreThanPassword(context.env, user);
      if (user.hasApp) return { secondStep: await beginSecondStep(context.reads, user) };
      await letIn(context, http, user);
      return ownView(context, user);
    },
  ),
  route(
    {
      method: "post",
      path: "/login/second-step",
      summary: "Finish signing in with a code, after the password",
      as: "anyone",
      body: SecondStep,
      status: 200,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await takeSecondStep(context, body, deviceAt(context, http));
      await letIn(context, http, user);
      return userView(user);
    },
  ),
  route(
    { method: "post", path: "/logout", summary: "Sign out", as: "anyone", status: 204 },
    async ({ context }, { req, res }) => {
      const { sessionID } = req;
      const { userId } = req.session;
      if (userId !== undefined)
        noteSecurityEvent(context, { ...hereOf(req), event: "signed_out", userId });
      await endSession(context.env, req, res);
      // After the response, so that the page gets it before its sockets are disconnected.
      res.once("close", () => context.disconnectSession(sessionID));
      // Clears cached pages only. The theme and other local storage stay.
      res.set("Clear-Site-Data", '"cache"');
    },
  ),
  route(
    {
      method: "get",
      path: "/user",
      cost: "row",
      summary: "Who is signed in",
      as: "user",
      status: 200,
      answer: User,
    },
    ({ context, viewer }) => getUser(context, viewer),
  ),
];

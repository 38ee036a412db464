import type { Request } from "express";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import { User } from "#shared/contract/accounts/account.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import {
  RegisterPasskeyRequest,
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RenamePasskeyRequest,
} from "#shared/contract/accounts/sign-in-methods.ts";
import {
  addPasskey,
  listPasskeyCredentials,
  createPasskeyOptions,
} from "#api/commands/sign-in-methods/add-passkey.ts";
import { removePasskey, renamePasskey } from "#api/commands/sign-in-methods/change-passkey.ts";
import { signInWithPasskey } from "#api/commands/sign-in-methods/sign-in-with-passkey.ts";
import {
  createPasskeyRequest,
  verifyPasskey,
} from "#api/commands/sign-in-methods/verify-passkey.ts";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { clientInfo, recordOwnSecurityEvent } from "#api/http/session/record-security-event.ts";
import { getRelyingParty } from "#api/http/session/relying-party.ts";
import { route } from "#api/http/route.ts";
import { completeSignIn } from "./authentication.ts";

const CHALLENGE_LIMIT = { throttle: "challenge", by: "user" } as const;

const getPasskeyClient = ({ env }: Pick<Context, "env">, req: Request) => ({
  relyingParty: getRelyingParty(env, req),
  address: normalizeClientAddress(req.ip),
});

const getSignedInPasskeyClient = (context: Pick<Context, "env">, req: Request) => ({
  ...getPasskeyClient(context, req),
  ...clientInfo(req),
});

export const passkeyRoutes = [
  route(
    {
      method: "post",
      path: "/login/passkey/options",
      summary: "Get a passkey challenge for signing in",
      as: "anyone",
      limit: { throttle: "challenge", by: "address" },
      status: 200,
      answer: PasskeyRequestOptions,
    },
    ({ context }, { req }) =>
      createPasskeyRequest(context, {
        purpose: "sign_in",
        userId: null,
        ...getPasskeyClient(context, req),
      }),
  ),
  route(
    {
      method: "post",
      path: "/login/passkey",
      summary: "Sign in with a passkey",
      as: "anyone",
      body: PasskeyAssertion,
      status: 200,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await signInWithPasskey(context, body, getPasskeyClient(context, http.req));
      await completeSignIn(context, http, user);
      return presentUser(user);
    },
  ),
  route(
    {
      method: "post",
      path: "/account/identity/passkey/options",
      summary: "Get a passkey challenge for confirming the identity",
      as: "user",
      limit: CHALLENGE_LIMIT,
      status: 200,
      answer: PasskeyRequestOptions,
    },
    async ({ context, viewer }, { req }) =>
      createPasskeyRequest(
        context,
        {
          purpose: "confirm_identity",
          userId: viewer.id,
          ...getSignedInPasskeyClient(context, req),
        },
        await listPasskeyCredentials(context.sql, viewer.id),
      ),
  ),
  route(
    {
      method: "post",
      path: "/account/identity/passkey",
      summary: "Confirm the identity with a passkey",
      as: "user",
      body: PasskeyAssertion,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      const check = { purpose: "confirm_identity", userId: viewer.id } as const;
      await verifyPasskey(context, body, { ...check, ...getSignedInPasskeyClient(context, req) });
      req.session.provedAt = Date.now();
      recordOwnSecurityEvent(context, viewer, req, "identity_confirmed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/passkeys/options",
      summary: "Get the options for a new passkey",
      as: "user",
      requiresIdentity: true,
      limit: CHALLENGE_LIMIT,
      status: 200,
      answer: PasskeyCreationOptions,
    },
    ({ context, viewer }, { req }) =>
      createPasskeyOptions(context, viewer, getRelyingParty(context.env, req)),
  ),
  route(
    {
      method: "post",
      path: "/account/passkeys",
      summary: "Add a passkey and end all other sessions",
      as: "user",
      requiresIdentity: true,
      body: RegisterPasskeyRequest,
      status: 201,
      answer: Passkey,
    },
    async ({ context, viewer, body }, { req }) => {
      const { passkey, epoch } = await addPasskey(
        context,
        viewer,
        body,
        getSignedInPasskeyClient(context, req),
      );
      req.session.epoch = epoch;
      recordOwnSecurityEvent(context, viewer, req, "passkey_added");
      return passkey;
    },
  ),
  route(
    {
      method: "patch",
      path: "/account/passkeys/:id",
      summary: "Rename a passkey",
      as: "user",
      requiresIdentity: true,
      params: IdParams,
      body: RenamePasskeyRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) => renamePasskey(context, viewer, params.id, body.name),
  ),
  route(
    {
      method: "delete",
      path: "/account/passkeys/:id",
      summary: "Remove a passkey and end all other sessions",
      as: "user",
      requiresIdentity: true,
      params: IdParams,
      status: 204,
    },
    async ({ context, viewer, params }, { req }) => {
      req.session.epoch = await removePasskey(context, viewer, params.id, clientInfo(req));
      recordOwnSecurityEvent(context, viewer, req, "passkey_removed");
    },
  ),
];

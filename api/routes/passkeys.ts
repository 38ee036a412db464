import type { Request } from "express";
import { userView } from "#infra/views/user-view.ts";
import { User } from "#shared/contract/account.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
  RenamePasskey,
} from "#shared/contract/sign-in-methods.ts";
import {
  addPasskey,
  credentialsOf,
  offerPasskey,
} from "../commands/sign-in-methods/add-passkey.ts";
import { removePasskey, renamePasskey } from "../commands/sign-in-methods/change-passkey.ts";
import { signInWithPasskey } from "../commands/sign-in-methods/sign-in-with-passkey.ts";
import { askPasskey, verifyPasskey } from "../commands/sign-in-methods/verify-passkey.ts";
import type { Context } from "../context.ts";
import { senderAt } from "../http/address.ts";
import { hereOf, noteOwn } from "../http/note-own.ts";
import { relyingParty } from "../http/relying-party.ts";
import { route } from "../http/route.ts";
import { letIn } from "./accounts.ts";

const CHALLENGE = { throttle: "challenge", by: "user" } as const;

const anywhere = ({ env }: Context, req: Request) => ({
  party: relyingParty(env, req),
  address: senderAt(req.ip),
});

/** Adds the viewer's session. */
const here = (context: Context, req: Request) => ({ ...anywhere(context, req), ...hereOf(req) });

export const passkeyRoutes = [
  route(
    {
      method: "post",
      path: "/login/passkey/options",
      summary: "What a passkey is to sign for somebody who signs in with it",
      as: "anyone",
      limit: { throttle: "challenge", by: "address" },
      status: 200,
      answer: PasskeyRequest,
    },
    ({ context }, { req }) =>
      askPasskey(context, { purpose: "sign_in", userId: null, ...anywhere(context, req) }),
  ),
  route(
    {
      method: "post",
      path: "/login/passkey",
      summary: "Sign in with a passkey",
      as: "anyone",
      body: PasskeyAnswer,
      status: 200,
      answer: User,
    },
    async ({ context, body }, http) => {
      const user = await signInWithPasskey(context, body, anywhere(context, http.req));
      await letIn(context, http, user);
      return userView(user);
    },
  ),
  route(
    {
      method: "post",
      path: "/account/identity/passkey/options",
      summary: "What a passkey is to sign for somebody who proves with it who they are",
      as: "user",
      limit: CHALLENGE,
      status: 200,
      answer: PasskeyRequest,
    },
    async ({ context, viewer }, { req }) =>
      askPasskey(
        context,
        { purpose: "confirm_identity", userId: viewer.id, ...here(context, req) },
        await credentialsOf(context.reads, viewer.id),
      ),
  ),
  route(
    {
      method: "post",
      path: "/account/identity/passkey",
      summary: "Prove by a passkey who one is, for what asks for that again",
      as: "user",
      body: PasskeyAnswer,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      const check = { purpose: "confirm_identity", userId: viewer.id } as const;
      await verifyPasskey(context, body, { ...check, ...here(context, req) });
      req.session.provedAt = Date.now();
      noteOwn(context, viewer, req, "identity_confirmed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/passkeys/options",
      summary: "What a browser needs to make a passkey for one's account",
      as: "user",
      asksIdentity: true,
      limit: CHALLENGE,
      status: 200,
      answer: PasskeyCreation,
    },
    ({ context, viewer }, { req }) => offerPasskey(context, viewer, relyingParty(context.env, req)),
  ),
  route(
    {
      method: "post",
      path: "/account/passkeys",
      summary: "Add a passkey to one's account, which ends all other sessions",
      as: "user",
      asksIdentity: true,
      body: NewPasskey,
      status: 201,
      answer: Passkey,
    },
    async ({ context, viewer, body }, { req }) => {
      const { passkey, epoch } = await addPasskey(context, viewer, body, here(context, req));
      req.session.epoch = epoch;
      noteOwn(context, viewer, req, "passkey_added");
      return passkey;
    },
  ),
  route(
    {
      method: "patch",
      path: "/account/passkeys/:id",
      summary: "Call one of one's passkeys otherwise",
      as: "user",
      asksIdentity: true,
      params: IdParams,
      body: RenamePasskey,
      status: 204,
    },
    ({ context, viewer, params, body }) => renamePasskey(context, viewer, params.id, body.name),
  ),
  route(
    {
      method: "delete",
      path: "/account/passkeys/:id",
      summary: "Remove one of one's passkeys, which ends all other sessions",
      as: "user",
      asksIdentity: true,
      params: IdParams,
      status: 204,
    },
    async ({ context, viewer, params }, { req }) => {
      req.session.epoch = await removePasskey(context, viewer, params.id, hereOf(req));
      noteOwn(context, viewer, req, "passkey_removed");
    },
  ),
];

import type { Request } from "express";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { senderAt } from "./address.ts";

export const hereOf = (req: Request) => ({
  sessionId: req.sessionID,
  address: senderAt(req.ip),
});

export const noteOwn = (
  context: Context,
  { id }: SignedIn,
  req: Request,
  event: SecurityEvent,
): void => noteSecurityEvent(context, { event, userId: id, ...hereOf(req) });

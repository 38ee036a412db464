import type { Request } from "express";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "../rate-limiting/client-address.ts";

export const clientInfo = (req: Request) => ({
  sessionId: req.sessionID,
  address: normalizeClientAddress(req.ip),
});

export const recordOwnSecurityEvent = (
  context: Pick<Context, "logger" | "sql">,
  { id }: SignedInViewer,
  req: Request,
  event: SecurityEvent,
): void => recordSecurityEvent(context, { event, userId: id, ...clientInfo(req) });

import { z } from "zod";
import { DEBATE_STATUSES, FORMATS } from "../domain/debate.ts";
import { PROVIDERS } from "../domain/provider.ts";
import { ROLES, STANCES } from "../domain/side.ts";
import { TURN_STATUSES, TURN_TYPES } from "../domain/turn.ts";
import { USER_ROLES } from "../domain/viewer.ts";

/** PostgreSQL's integer: what does not fit is no id. */
const MAX_ID = 2_147_483_647;

export const Id = z.int().min(1).max(MAX_ID);
/** What is said to whoever writes something else where an id stands in a URL. */
export const NOT_AN_ID = "That is not an id.";
/** An id as it stands in a URL. */
export const PathId = z
  .string({ error: ({ input }) => (input === undefined ? undefined : NOT_AN_ID) })
  .regex(/^[1-9]\d{0,9}$/, NOT_AN_ID)
  .transform(Number)
  .pipe(z.int().min(1).max(MAX_ID, NOT_AN_ID));
export const IdParams = z.strictObject({ id: PathId });

export const Instant = z.iso.datetime();

export const ProviderName = z.enum(PROVIDERS);
export const RoleName = z.enum(ROLES);
export const StanceName = z.enum(STANCES);
export const FormatName = z.enum(FORMATS);
export const DebateStatusName = z.enum(DEBATE_STATUSES);
export const TurnTypeName = z.enum(TURN_TYPES);
export const TurnStatusName = z.enum(TURN_STATUSES);
export const UserRoleName = z.enum(USER_ROLES);

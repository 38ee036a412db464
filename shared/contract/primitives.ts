import { z } from "zod";
import { DEBATE_STATUSES, FORMATS, PACES } from "../domain/debates/debate.ts";
import { canonicalizeLanguageTag } from "../domain/debates/language/language.ts";
import { PROVIDERS } from "../domain/provider.ts";
import { SPEAKERS } from "../domain/speaker.ts";
import { MAX_ID } from "../domain/id.ts";
import { ROLES, STANCES } from "../domain/debates/side.ts";
import { TURN_STATUSES, TURN_TYPES } from "../domain/debates/turn.ts";
import { USER_ROLES } from "../domain/accounts/viewer.ts";

export const Id = z.int().min(1).max(MAX_ID);
export const INVALID_ID_MESSAGE = "Invalid id.";

/** An id in a URL. `message` is the error message for other values. */
export const idInUrl = (message: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? undefined : message) })
    .regex(/^[1-9]\d{0,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_ID, message));
export const PathId = idInUrl(INVALID_ID_MESSAGE);
export const IdParams = z.strictObject({ id: PathId });

export const Instant = z.iso.datetime();

export const ProviderName = z.enum(PROVIDERS);
/** A provider, or the neutral name that stands for it in a blind debate. */
export const SpeakerName = z.enum(SPEAKERS);
export const RoleName = z.enum(ROLES);
export const StanceName = z.enum(STANCES);
export const FormatName = z.enum(FORMATS);
/** A canonical BCP 47 tag. */
export const LanguageTagName = z.string().meta({ example: "pt-BR" });

const UNKNOWN_LANGUAGE = "This language is not supported";

/** Accepts tags in any notation and returns the canonical one. */
export const LanguageTagInput = z
  .string(UNKNOWN_LANGUAGE)
  .meta({ example: "pt-BR" })
  .transform((tag, { addIssue }) => {
    const canonical = canonicalizeLanguageTag(tag);
    if (canonical !== null) return canonical;
    addIssue(UNKNOWN_LANGUAGE);
    return z.NEVER;
  });
export const PaceName = z.enum(PACES);
export const DebateStatusName = z.enum(DEBATE_STATUSES);
export const TurnTypeName = z.enum(TURN_TYPES);
export const TurnStatusName = z.enum(TURN_STATUSES);
export const UserRoleName = z.enum(USER_ROLES);

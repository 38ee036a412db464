import type { Speaker } from "../speaker.ts";

/** The two speakers. `bot_a` always argues For, `bot_b` always argues Against. */
export const ROLES = ["bot_a", "bot_b"] as const;
export type Role = (typeof ROLES)[number];

export const STANCES = ["for", "against"] as const;
export type Stance = (typeof STANCES)[number];

export const SIDE_LABEL = { bot_a: "For", bot_b: "Against" } as const satisfies Record<
  Role,
  string
>;

export const getStanceOfRole = (role: Role): Stance => (role === "bot_a" ? "for" : "against");

export const getRoleOfTurn = (turnNumber: number): Role =>
  turnNumber % 2 === 1 ? "bot_a" : "bot_b";

export const getProviderOfRole = <S extends Speaker>(
  role: Role,
  debate: { botAProvider: S; botBProvider: S },
): S => (role === "bot_a" ? debate.botAProvider : debate.botBProvider);

/** Whether a bot uses its provider's second voice: `bot_b` against a bot of the same provider. */
export const hasSecondVoice = (
  role: Role,
  debate: { botAProvider: Speaker; botBProvider: Speaker },
): boolean => role === "bot_b" && debate.botAProvider === debate.botBProvider;

import unhomoglyph from "unhomoglyph";

/** Names of roles that no part of a username may be: `support-team`, `official.grok`. */
const ROLES = [
  "admin",
  "administrator",
  "superadmin",
  "sysadmin",
  "moderator",
  "support",
  "staff",
  "official",
];

/** Refused as a whole, also with a number behind them. */
const NUMBERED = [...ROLES, "root", "system", "owner", "mod", "mods", "helpdesk"];

/** Refused as a whole: names of the service, and those that mail (RFC 2142) and pages use. */
const RESERVED_NAMES =
  "abuse account accounts anonymous api billing bot bots contact deleted help hostmaster info judge " +
  "legal login logout mail mailer-daemon me news nobody no-reply noreply notifications null " +
  "operations operator payment payments postmaster press privacy register sales security service " +
  "settings signin signup status team undefined user users webmaster www";

const SEPARATORS = /[._\-\s]+/;

/**
 * What a username looks like: usernames with the same skeleton can be taken for each other. Ignores
 * case and separators, and folds what looks alike: confusables of Unicode TR39 (m and rn, 0 and o, 1
 * and l), and i and l, vv and w, cl and d. The database has the same rule in `users.username_skeleton`.
 */
export const skeletonOf = (username: string): string =>
  unhomoglyph(username.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .toLowerCase()
    .replaceAll("i", "l")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d");

const LEET: Record<string, string> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g" };

/** The same for comparing with reserved names, where digits stand for letters, too. */
const foldOf = (name: string): string =>
  skeletonOf(name.replace(/[345789]/g, (digit) => LEET[digit] ?? digit));

const RESERVED = new Set([...RESERVED_NAMES.split(" "), ...NUMBERED].map(foldOf));
const ROLE_FOLDS = new Set(ROLES.map(foldOf));
const NUMBERED_FOLDS = NUMBERED.map(foldOf);
/** A role without a separator is recognized at either end: `adminteam`, `webadmin`. */
const AT_AN_END = ["admin", "moderator"].map(foldOf);

/** Shorter product names are too likely to be part of another word. */
const CONTAINED_MIN = 8;

const withoutNumber = (name: string): string => name.replace(/\d+$/, "");

/**
 * Whether a new username looks like a reserved name, like a role, or like one of these names, which
 * are the product's, the company's and the providers'. Names of nothing but separators are refused, too.
 */
export const isReserved = (username: string, names: readonly string[]): boolean => {
  const fold = foldOf(username);
  if (fold === "" || RESERVED.has(fold)) return true;
  const own = names.map(foldOf).filter((name) => name !== "");
  if (own.some((name) => fold === name || (name.length >= CONTAINED_MIN && fold.includes(name))))
    return true;
  const parts = username.split(SEPARATORS).flatMap((part) => [part, withoutNumber(part)]);
  return (
    [...own, ...NUMBERED_FOLDS].includes(foldOf(withoutNumber(username))) ||
    parts.some((part) => ROLE_FOLDS.has(foldOf(part))) ||
    AT_AN_END.some((role) => fold.startsWith(role) || fold.endsWith(role))
  );
};

import unhomoglyph from "unhomoglyph";

/** Role names that must not be a part of a username: `support-team`, `official.grok`. */
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

/** Rejected as a whole username, also with a trailing number. */
const NUMBERED = [...ROLES, "root", "system", "owner", "mod", "mods", "helpdesk"];

/**
 * Rejected as a whole username: names of the service, of common mailboxes (RFC 2142) and of pages.
 */
const RESERVED_NAMES =
  "abuse account accounts anonymous api billing bot bots contact deleted help hostmaster info judge " +
  "legal login logout mail mailer-daemon me news nobody no-reply noreply notifications null " +
  "operations operator payment payments postmaster press privacy register sales security service " +
  "settings signin signup status team undefined user users webmaster www";

const SEPARATORS = /[._\-\s]+/;

/**
 * Usernames with the same skeleton look alike. Ignores case and separators, and folds confusables
 * of Unicode TR39 (m and rn, 0 and o, 1 and l) and i and l, vv and w, cl and d.
 * `users.username_skeleton` in the database has the same rule.
 */
export const skeletonOf = (username: string): string =>
  unhomoglyph(username.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .toLowerCase()
    .replaceAll("i", "l")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d");

const LEET: Record<string, string> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g" };

const foldOf = (name: string): string =>
  skeletonOf(name.replace(/[345789]/g, (digit) => LEET[digit] ?? digit));

const RESERVED = new Set([...RESERVED_NAMES.split(" "), ...NUMBERED].map(foldOf));
const ROLE_FOLDS = new Set(ROLES.map(foldOf));
const NUMBERED_FOLDS = NUMBERED.map(foldOf);
/**
 * Roles that are also rejected at the start or end of a name without separators: `adminteam`,
 * `webadmin`.
 */
const AT_AN_END = ["admin", "moderator"].map(foldOf);

/** Characters. A shorter product name is often a part of ordinary words. */
const CONTAINED_MIN = 8;

const withoutNumber = (name: string): string => name.replace(/\d+$/, "");

/**
 * Whether a new username looks like a reserved name, a role, or one of `names` (product, company,
 * providers). Also true for names that consist of separators only.
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

import unhomoglyph from "unhomoglyph";

/**
 * Roles that must not be a part of a username between separators, as in `support-team` and
 * `official.grok`.
 */
const ROLE_NAMES = [
  "admin",
  "administrator",
  "superadmin",
  "sysadmin",
  "moderator",
  "support",
  "staff",
  "official",
];

/** Names that are rejected as a whole username, also with digits at the end. */
const RESERVED_WITH_NUMBER = [...ROLE_NAMES, "root", "system", "owner", "mod", "mods", "helpdesk"];

/**
 * Names that are rejected as a whole username: those of the service, of common mailboxes (RFC 2142)
 * and of pages.
 */
const RESERVED_NAMES =
  "abuse account accounts anonymous api billing bot bots contact deleted help hostmaster info judge " +
  "legal login logout mail mailer-daemon me news nobody no-reply noreply notifications null " +
  "operations operator payment payments postmaster press privacy register sales security service " +
  "settings signin signup status team undefined user users webmaster www";

const SEPARATORS = /[._\-\s]+/;

/**
 * Returns the skeleton of a username, which is the same for usernames that look alike. Ignores case
 * and separators. Replaces the confusables of Unicode TR39 (m and rn, 0 and o, 1 and l), and also i
 * by l, vv by w and cl by d. A migration filled `users.username_skeleton` with the same rule in
 * SQL.
 */
export const computeSkeleton = (username: string): string =>
  unhomoglyph(username.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .toLowerCase()
    .replaceAll("i", "l")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d");

const LEET_LETTERS: Record<string, string> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g" };

const foldName = (name: string): string =>
  computeSkeleton(name.replace(/[345789]/g, (digit) => LEET_LETTERS[digit] ?? digit));

const RESERVED_FOLDS = new Set(
  [...RESERVED_NAMES.split(" "), ...RESERVED_WITH_NUMBER].map(foldName),
);
const ROLE_FOLDS = new Set(ROLE_NAMES.map(foldName));
const NUMBERED_FOLDS = RESERVED_WITH_NUMBER.map(foldName);
/**
 * Roles that are also rejected at the start or end of a name without separators: `adminteam`,
 * `webadmin`.
 */
const AFFIX_ROLE_FOLDS = ["admin", "moderator"].map(foldName);

/**
 * A product, company or provider name with at least this many characters is rejected anywhere in a
 * username. A shorter name is often a part of ordinary words.
 */
const MIN_CONTAINED_LENGTH = 8;

const stripTrailingDigits = (name: string): string => name.replace(/\d+$/, "");

/**
 * Whether a new username looks like a reserved name, a role, or one of `names` (product, company,
 * providers). Also true for names that consist of separators only.
 */
export const isReservedUsername = (username: string, names: readonly string[]): boolean => {
  const fold = foldName(username);
  if (fold === "" || RESERVED_FOLDS.has(fold)) return true;
  const productFolds = names.map(foldName).filter((name) => name !== "");
  if (
    productFolds.some(
      (name) => fold === name || (name.length >= MIN_CONTAINED_LENGTH && fold.includes(name)),
    )
  )
    return true;
  const parts = username.split(SEPARATORS).flatMap((part) => [part, stripTrailingDigits(part)]);
  return (
    [...productFolds, ...NUMBERED_FOLDS].includes(foldName(stripTrailingDigits(username))) ||
    parts.some((part) => ROLE_FOLDS.has(foldName(part))) ||
    AFFIX_ROLE_FOLDS.some((role) => fold.startsWith(role) || fold.endsWith(role))
  );
};

import { parseReturnPath } from "#shared/domain/accounts/return-path.ts";
import { EMAIL_LINKS } from "#shared/domain/email.ts";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";

const LIFETIME_MS = EMAIL_LINKS.sign_in.hours * 3_600_000;

/** In the local storage, because the emailed link opens a new tab and does not contain the path. */
const returnEntry = createStorageEntry("localStorage", "sign-in-link-return");

/** Remembers where a sign-in by an emailed link leads. `search` is the query of the auth page. */
export const keepSignInLinkReturn = (search: string): void =>
  returnEntry.keep(`${Date.now()}:${parseReturnPath(search)}`);

/**
 * The page from which this browser requested a sign-in link, as long as the link is valid.
 * Otherwise the home page. Always a path of this site.
 */
export const readSignInLinkReturn = (): string => {
  const [keptAt, ...path] = (returnEntry.read() ?? "").split(":");
  const isValid = Date.now() - Number(keptAt) < LIFETIME_MS;
  const next = isValid ? path.join(":") : "/";
  return parseReturnPath(`?${new URLSearchParams({ next })}`);
};

/** Must be called once the user has signed in. */
export const dropSignInLinkReturn = returnEntry.drop;

/**
 * A page's `auth` in the handshake of its socket. Pages of the previous version send none and
 * receive `debate:standing` instead of `debate:snapshot`. This constant is not in `events.ts`,
 * because the schemas there would add zod to the first load of every page.
 */
export const SOCKET_AUTH = { receives: "debate:snapshot" } as const;

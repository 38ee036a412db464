import { queryOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { User } from "#shared/contract/account.ts";
import { configQuery } from "../config.tsx";
import { getOrNull } from "../query-client.ts";
import { ttsStatusQuery } from "../tts-status.ts";
import { creditsQuery } from "./credits-query.ts";

/** Without the credits, which change on their own: `useCredits` has them. */
export type SessionUser = Omit<User, "credits">;

export interface Auth {
  /** Null for a visitor; undefined while it is not known. */
  user: SessionUser | null | undefined;
  isLoading: boolean;
}

const USER = ["/api/user"] as const;
const SAME_FOR_ALL_USERS = new Set([USER[0], configQuery.queryKey[0], ttsStatusQuery.queryKey[0]]);

/** Removes what was cached for the user before. The credits of this one came with the answer. */
const startSession = (client: QueryClient, user: User | null): void => {
  client.removeQueries({
    predicate: ({ queryKey }) => !SAME_FOR_ALL_USERS.has(String(queryKey[0])),
  });
  if (user) client.setQueryData(creditsQuery.queryKey, { credits: user.credits });
};

/** Who is signed in, by now perhaps somebody else, in another tab: a 401 means nobody, and is no error. */
export const userQuery = queryOptions({
  queryKey: USER,
  async queryFn(asked) {
    const user = await getOrNull<User>(401)(asked);
    const known = asked.client.getQueryData<User | null>(USER);
    if (known && user && known.id !== user.id) startSession(asked.client, user);
    return user;
  },
});

const AuthContext = createContext<Auth | null>(null);

export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const { data: user, isPending: isLoading } = useQuery(userQuery);
  const auth = useMemo(() => ({ user, isLoading }), [user, isLoading]);
  return <AuthContext value={auth}>{children}</AuthContext>;
};

/** @throws {Error} outside its provider */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
};

/** The viewer's credits; undefined for visitors and until they are known. */
export const useCredits = (): number | undefined =>
  useQuery({ ...creditsQuery, enabled: Boolean(useAuth().user) }).data?.credits;

/** Somebody else looks at the page from now on: all that was cached for the one before is void. */
export const changeUser = (client: QueryClient, user: User | null): void => {
  // What was asked before may answer with the one before.
  void client.cancelQueries({ queryKey: userQuery.queryKey });
  client.setQueryData(userQuery.queryKey, user);
  startSession(client, user);
};

import { queryOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { User } from "#shared/contract/accounts/account.ts";
import { configQuery } from "../config.tsx";
import { getOrNull } from "../api/query-client.ts";
import { ttsStatusQuery } from "../tts-status.ts";
import { creditsQuery } from "./account-queries.ts";

/**
 * The signed-in user without the credits, which change independently. `useCredits` provides them.
 */
export type SessionUser = Omit<User, "credits">;

export interface AuthState {
  /** The signed-in user; null for visitors, undefined until known. */
  user: SessionUser | null | undefined;
  isLoading: boolean;
}

const USER_QUERY_KEY = ["/api/user"] as const;
const SAME_FOR_ALL_USERS = new Set([
  USER_QUERY_KEY[0],
  configQuery.queryKey[0],
  ttsStatusQuery.queryKey[0],
]);

/** Removes the previous user's cached data and stores the new user's credits. */
const startSession = (client: QueryClient, user: User | null): void => {
  client.removeQueries({
    predicate: ({ queryKey }) => !SAME_FOR_ALL_USERS.has(String(queryKey[0])),
  });
  if (user) client.setQueryData(creditsQuery.queryKey, { credits: user.credits });
};

/**
 * The signed-in user; null for visitors (401). If another tab has switched the user, the previous
 * user's cached data is removed.
 */
export const userQuery = queryOptions({
  queryKey: USER_QUERY_KEY,
  async queryFn(context) {
    const user = await getOrNull<User>(401)(context);
    const cachedUser = context.client.getQueryData<User | null>(USER_QUERY_KEY);
    if (cachedUser && user && cachedUser.id !== user.id) startSession(context.client, user);
    return user;
  },
});

const AuthContext = createContext<AuthState | null>(null);

export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const { data: user, isPending: isLoading } = useQuery(userQuery);
  const auth = useMemo(() => ({ user, isLoading }), [user, isLoading]);
  return <AuthContext value={auth}>{children}</AuthContext>;
};

/** @throws {Error} outside its provider */
export const useAuth = (): AuthState => {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
};

/** The viewer's credits; undefined for visitors and until loaded. */
export const useCredits = (): number | undefined =>
  useQuery({ ...creditsQuery, enabled: Boolean(useAuth().user) }).data?.credits;

/**
 * Makes this the signed-in user, or signs out if it is null. Removes the previous user's cached
 * data.
 */
export const switchUser = (client: QueryClient, user: User | null): void => {
  // Cancels a request in flight, whose response may contain the previous user.
  void client.cancelQueries({ queryKey: userQuery.queryKey });
  client.setQueryData(userQuery.queryKey, user);
  startSession(client, user);
};

import { queryOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { User } from "#shared/contract/account.ts";
import { configQuery } from "../config.tsx";
import { getOrNull } from "../query-client.ts";

export interface Auth {
  /** Null for a visitor; undefined while it is not known. */
  user: User | null | undefined;
  isLoading: boolean;
}

const USER = ["/api/user"] as const;
const OUTLIVES_THE_SESSION = new Set([USER[0], configQuery.queryKey[0]]);

const forgetSession = (client: QueryClient): void =>
  client.removeQueries({
    predicate: ({ queryKey }) => !OUTLIVES_THE_SESSION.has(String(queryKey[0])),
  });

/** Who is signed in, by now perhaps somebody else, in another tab: a 401 means nobody, and is no error. */
export const userQuery = queryOptions({
  queryKey: USER,
  async queryFn(asked) {
    const user = await getOrNull<User>(401)(asked);
    const known = asked.client.getQueryData<User | null>(USER);
    if (known && user && known.id !== user.id) forgetSession(asked.client);
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

/** Somebody else looks at the page from now on: all that was cached for the one before is void. */
export const changeUser = (client: QueryClient, user: User | null): void => {
  // What was asked before may answer with the one before.
  void client.cancelQueries({ queryKey: userQuery.queryKey });
  client.setQueryData(userQuery.queryKey, user);
  forgetSession(client);
};

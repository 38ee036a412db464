import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useToasts } from "#web/lib/toast.ts";
import { endTakeOver } from "./page-data.ts";

const loadToaster = async () => ({
  default: (await import("#web/components/toast/toaster.tsx")).Toaster,
});
const Toaster = lazy(loadToaster);

/** Beside the page: its effects run after the page's, when that has taken over the server's data. */
export const TakenOver = () => {
  const client = useQueryClient();
  useEffect(() => endTakeOver(client), [client]);
  return null;
};

/** When the first page has settled its code is fetched, before a lost connection is to be told. */
const PREFETCH_AFTER_MS = 3000;

/** The toaster, once there has been something to say. */
export const LateToaster = () => {
  const isNeeded = useToasts(({ current }) => current !== null);
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster(), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
};

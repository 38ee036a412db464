import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { endTakeOver } from "./page-data.ts";

const Toaster = lazy(async () => ({
  default: (await import("#web/components/toast/toaster.tsx")).Toaster,
}));

/** Beside the page: its effects run after the page's, when that has taken over the server's data. */
export const TakenOver = () => {
  const client = useQueryClient();
  useEffect(() => endTakeOver(client), [client]);
  return null;
};

/** The toaster is not needed for the first paint: its code comes after it. */
export const LateToaster = () => {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && (
    <Suspense>
      <Toaster />
    </Suspense>
  );
};

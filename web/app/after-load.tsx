import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useToasts } from "#web/lib/toast.ts";
import { whenHere } from "#web/lib/when-here.ts";
import { endTakeOver } from "./page-data.ts";

const fetchToaster = () => import("#web/components/toast/toaster.tsx");

/** Beside the page: its effects run after the page's, when that has taken over the server's data. */
export const TakenOver = () => {
  const client = useQueryClient();
  useEffect(() => {
    endTakeOver(client);
    dispatchEvent(new Event("takenover"));
  }, [client]);
  return null;
};

/** When the first page has settled its code is fetched, before a lost connection is to be told. */
const PREFETCH_AFTER_MS = 3000;

/** The toaster, once there has been something to say. */
export const LateToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const current = useToasts((toasts) => toasts.current);
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = whenHere(fetchToaster, () => {});
    }, PREFETCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  useEffect(() => {
    if (current === null || Toaster !== null) return undefined;
    return whenHere(fetchToaster, (code) => setToaster(() => code.Toaster));
  }, [current, Toaster]);
  return Toaster && <Toaster />;
};

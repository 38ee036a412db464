import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useToasts } from "#web/lib/toast.ts";
import { endTakeOver } from "./page-data.ts";

/** Null where its code cannot be had. */
const loadToaster = async (): Promise<ComponentType | null> => {
  try {
    return (await import("#web/components/toast/toaster.tsx")).Toaster;
  } catch {
    return null;
  }
};

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
/** While there is something to say and no code to say it. */
const LOAD_AGAIN_MS = 2000;

/** The toaster, once there has been something to say. */
export const LateToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const current = useToasts((toasts) => toasts.current);
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster(), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (current === null || Toaster !== null) return undefined;
    const load = async () => {
      const it = await loadToaster();
      setToaster(() => it);
    };
    void load();
    const again = setInterval(() => void load(), LOAD_AGAIN_MS);
    return () => clearInterval(again);
  }, [current, Toaster]);
  return Toaster && <Toaster />;
};

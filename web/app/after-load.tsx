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

/** Whoever does any of this is there, and may soon press what has to be answered. */
const SIGNS_OF_SOMEBODY = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/** Does it once, when somebody is at the page. Returns how to forget about it. */
const onceSomebodyIsHere = (act: () => void): (() => void) => {
  const hear = () => {
    forget();
    act();
  };
  const forget = () => {
    for (const sign of SIGNS_OF_SOMEBODY) removeEventListener(sign, hear);
  };
  for (const sign of SIGNS_OF_SOMEBODY) addEventListener(sign, hear, { passive: true });
  return forget;
};

/** The toaster, once there has been something to say: fetched before a lost connection is to be told. */
export const LateToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const current = useToasts((toasts) => toasts.current);
  useEffect(() => {
    let stop = () => {};
    const forget = onceSomebodyIsHere(() => {
      stop = whenHere(fetchToaster, () => {});
    });
    return () => {
      forget();
      stop();
    };
  }, []);
  useEffect(() => {
    if (current === null || Toaster !== null) return undefined;
    return whenHere(fetchToaster, (code) => setToaster(() => code.Toaster));
  }, [current, Toaster]);
  return Toaster && <Toaster />;
};

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useIdentityQuestion } from "#web/lib/identity.ts";
import { useToasts } from "#web/lib/toast.ts";
import { whenHere } from "#web/lib/when-here.ts";
import { endTakeOver } from "./page-data.ts";

const fetchIdentityDialog = () => import("#web/components/identity/identity-dialog.tsx");

/** Fetched when the server first asks for the identity: few pages ever need it. */
export const LateIdentityDialog = () => {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  const { pathname } = useLocation();
  const asked = useIdentityQuestion((question) => question.asked);
  useEffect(() => {
    if (asked === null || Dialog !== null) return undefined;
    return whenHere(fetchIdentityDialog, (code) => setDialog(() => code.IdentityDialog));
  }, [asked, Dialog]);
  // A new one on each page: leaving the page declines.
  return Dialog && <Dialog key={pathname} />;
};

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

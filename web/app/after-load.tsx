import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useIdentityQuestion } from "#web/lib/identity.ts";
import { useToasts } from "#web/lib/toast.ts";
import { whenHere } from "#web/lib/when-here.ts";
import { endTakeOver } from "./page-data.ts";

const fetchIdentityDialog = () => import("#web/components/identity/identity-dialog.tsx");

/**
 * Loads the identity dialog when the server first asks for confirmation, because most pages never
 * need it.
 */
export const LateIdentityDialog = () => {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  const { pathname } = useLocation();
  const asked = useIdentityQuestion((question) => question.asked);
  useEffect(() => {
    if (asked === null || Dialog !== null) return undefined;
    return whenHere(fetchIdentityDialog, (code) => setDialog(() => code.IdentityDialog));
  }, [asked, Dialog]);
  // The key remounts the dialog on each page, so that leaving the page declines.
  return Dialog && <Dialog key={pathname} />;
};

const fetchToaster = () => import("#web/components/toast/toaster.tsx");

/**
 * Marks the end of hydration. Rendered after the page, so that its effect runs after the page's
 * effects.
 */
export const TakenOver = () => {
  const client = useQueryClient();
  useEffect(() => {
    endTakeOver(client);
    dispatchEvent(new Event("takenover"));
  }, [client]);
  return null;
};

/** Events that show that a user is present. */
const SIGNS_OF_SOMEBODY = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/** Calls `act` once on the first user event. Returns the function that cancels this. */
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

/**
 * The toaster. Prefetched on the first user event, so that it can report a lost connection;
 * rendered with the first toast.
 */
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

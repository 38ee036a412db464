import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useIdentityPrompt } from "#web/lib/auth/identity-prompt.ts";
import { useToasts } from "#web/lib/toast.ts";
import { onFirstUserInput } from "#web/lib/browser/first-user-input.ts";
import { retryImport } from "#web/lib/code-loading/retry-import.ts";
import { enableRefetchAfterHydration } from "./page-data.ts";

const importIdentityDialog = () => import("#web/components/identity/identity-dialog.tsx");

/**
 * Loads the identity dialog only when the server asks for a confirmation, because most pages never
 * need it.
 */
export const DeferredIdentityDialog = () => {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  const { pathname } = useLocation();
  const prompt = useIdentityPrompt((state) => state.pendingPrompt);
  useEffect(() => {
    if (prompt === null || Dialog !== null) return undefined;
    return retryImport(importIdentityDialog, (code) => setDialog(() => code.IdentityDialog));
  }, [prompt, Dialog]);
  // Because of the key, leaving the page unmounts the dialog, which counts as declining.
  return Dialog && <Dialog key={pathname} />;
};

const importToaster = () => import("#web/components/toast/toaster.tsx");

/** Marks the end of hydration. Must be rendered after the page, whose effects then run first. */
export const HydrationMarker = () => {
  const client = useQueryClient();
  useEffect(() => {
    enableRefetchAfterHydration(client);
    dispatchEvent(new Event("hydrated"));
  }, [client]);
  return null;
};

/**
 * The toaster. Its code is loaded on the first user event. It must be there before the connection
 * is lost, because a toast reports the loss and no code can be loaded then.
 */
export const DeferredToaster = () => {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const current = useToasts((toasts) => toasts.current);
  useEffect(() => {
    let stop = () => {};
    const stopListening = onFirstUserInput(() => {
      stop = retryImport(importToaster, () => {});
    });
    return () => {
      stopListening();
      stop();
    };
  }, []);
  useEffect(() => {
    if (current === null || Toaster !== null) return undefined;
    return retryImport(importToaster, (code) => setToaster(() => code.Toaster));
  }, [current, Toaster]);
  return Toaster && <Toaster />;
};

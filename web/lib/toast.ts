import { create } from "zustand";

export interface Toast {
  title: string;
  description?: string;
  tone?: "plain" | "danger";
  /** The open player shows it instead in a small window, so that it covers nothing. */
  place?: "player";
  /** Whether the address of support is shown with it. */
  hasSupportAddress?: boolean;
}

/** How long a toast is shown, in milliseconds. */
export const TOAST_MS = 5000;

interface Toasts {
  /** The one visible toast; a new one takes its place. */
  current: (Toast & { id: number }) | null;
  isOpen: boolean;
}

let lastId = 0;

export const useToasts = create<Toasts>(() => ({ current: null, isOpen: false }));

export const toast = (news: Toast): void => {
  lastId += 1;
  useToasts.setState({ current: { ...news, id: lastId }, isOpen: true });
};

/** Says that something went wrong, in the server's words. */
export const toastError = (err: Error): void =>
  toast({ title: "Error", description: err.message, tone: "danger" });

export const dismissToast = (): void => useToasts.setState({ isOpen: false });

/** Dismisses a toast that is no longer true, if it is still the one shown. */
export const takeBack = ({ title, description }: Toast): void => {
  const { current } = useToasts.getState();
  if (current?.title === title && current.description === description) dismissToast();
};

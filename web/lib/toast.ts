import { create } from "zustand";

export interface Toast {
  title: string;
  description?: string;
  tone?: "plain" | "danger";
  /** In a small window the open player shows this toast, so that it covers nothing. */
  place?: "player";
  hasSupportAddress?: boolean;
}

export const TOAST_MS = 5000;

interface Toasts {
  /** The latest toast; a new one replaces it. */
  current: (Toast & { id: number }) | null;
  isOpen: boolean;
}

let lastId = 0;

export const useToasts = create<Toasts>(() => ({ current: null, isOpen: false }));

export const toast = (news: Toast): void => {
  lastId += 1;
  useToasts.setState({ current: { ...news, id: lastId }, isOpen: true });
};

export const toastError = (err: Error): void =>
  toast({ title: "Error", description: err.message, tone: "danger" });

export const dismissToast = (): void => useToasts.setState({ isOpen: false });

/** Dismisses this toast if it is still shown. */
export const takeBack = ({ title, description }: Toast): void => {
  const { current } = useToasts.getState();
  if (current?.title === title && current.description === description) dismissToast();
};

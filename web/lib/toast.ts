import { create } from "zustand";

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: "plain" | "danger";
  /**
   * With the value `player`, the open player shows this toast itself in small windows, so that the
   * toast covers no part of the page.
   */
  place?: "player";
  hasSupportAddress?: boolean;
}

export const TOAST_MS = 5000;

interface ToastState {
  /** The latest toast, which replaces any other. */
  current: (ToastMessage & { id: number }) | null;
  isOpen: boolean;
}

let lastId = 0;

export const useToasts = create<ToastState>(() => ({ current: null, isOpen: false }));

export const showToast = (news: ToastMessage): void => {
  lastId += 1;
  useToasts.setState({ current: { ...news, id: lastId }, isOpen: true });
};

export const showErrorToast = (err: Error): void =>
  showToast({ title: "Error", description: err.message, tone: "danger" });

export const dismissToast = (): void => useToasts.setState({ isOpen: false });

export const dismissIfCurrent = ({ title, description }: ToastMessage): void => {
  const { current } = useToasts.getState();
  if (current?.title === title && current.description === description) dismissToast();
};

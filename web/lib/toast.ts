import { create } from "zustand";

export interface Toast {
  title: string;
  description?: string;
  tone?: "plain" | "danger";
  /** On a phone the player itself shows it, while it is there: nothing is covered. */
  place?: "player";
  /** Whether the address of support is shown with it. */
  hasSupportAddress?: boolean;
}

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

/** True until the debate's page is there, which takes it back. */
export const DEBATE_CREATED: Toast = {
  title: "Debate created",
  description: "Redirecting to debate page...",
};

/** Says that something went wrong, in the server's words. */
export const toastError = (err: Error): void =>
  toast({ title: "Error", description: err.message, tone: "danger" });

export const dismissToast = (): void => useToasts.setState({ isOpen: false });

/** Dismisses what is no longer true, if it is still what is shown. */
export const takeBack = ({ title, description }: Toast): void => {
  const { current } = useToasts.getState();
  if (current?.title === title && current.description === description) dismissToast();
};

import { showToast } from "../toast.ts";

export const showRegenerationDone = (): void =>
  showToast({
    title: "Audio Regenerated",
    description: "The audio has been regenerated successfully. Try playing it again.",
  });

export const showRegenerationFailed = (description: string): void =>
  showToast({ title: "Regeneration Failed", description, tone: "danger" });

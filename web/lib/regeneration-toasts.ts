import { toast } from "./toast.ts";

export const sayRegenerated = (): void =>
  toast({
    title: "Audio Regenerated",
    description: "The audio has been regenerated successfully. Try playing it again.",
  });

export const sayRegenerationFailed = (description: string): void =>
  toast({ title: "Regeneration Failed", description, tone: "danger" });

import { Share2 } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { shareDebate } from "./share-debate.ts";

interface ShareButtonProps {
  debate: Pick<Debate, "id" | "topic">;
  /** Element that renders the label; it may hide the label on narrow screens. */
  Label: ElementType<{ children: ReactNode }>;
}

export const ShareButton = ({ debate, Label }: ShareButtonProps) => (
  <Button
    {...useDisabledUntilHydrated()}
    css={{ minW: "touch", px: { base: "3", md: "4" } }}
    onClick={() => void shareDebate(debate.topic, debate.id)}
  >
    <Share2 size={16} />
    <Label>Share</Label>
  </Button>
);

import { Share2 } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { shareDebate } from "./share-debate.ts";

/** Sends a debate on. */
export const ShareButton = ({ debate }: { debate: Pick<Debate, "id" | "topic"> }) => (
  <Button
    {...useUntilAlive()}
    css={{ minW: "touch", px: { base: "3", md: "4" } }}
    onClick={() => void shareDebate(debate.topic, debate.id)}
  >
    <Share2 size={16} />
    <OnWideScreens>Share</OnWideScreens>
  </Button>
);

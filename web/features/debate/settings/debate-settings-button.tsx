import { Settings } from "lucide-react";
import { Suspense, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";

const DebateSettingsDialog = lazyOptional(() => import("./debate-settings-dialog.tsx"));

const preloadDialog = () => void DebateSettingsDialog.preload().catch(() => undefined);

export const DebateSettingsButton = ({ debate }: { debate: Debate }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setIsOpen(true)}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
      >
        <Settings size={16} />
        <WideScreenText>Settings</WideScreenText>
      </Button>
      <Suspense>
        {isOpen && <DebateSettingsDialog debate={debate} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
};

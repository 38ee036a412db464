import { Settings } from "lucide-react";
import { Suspense, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { splitOptional } from "#web/lib/split.tsx";

const SettingsDialog = splitOptional(() => import("./settings-dialog.tsx"));

const fetchDialog = () => void SettingsDialog.preload().catch(() => undefined);

export const SettingsButton = ({ debate }: { debate: Debate }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setIsOpen(true)}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
      >
        <Settings size={16} />
        <OnWideScreens>Settings</OnWideScreens>
      </Button>
      <Suspense>
        {isOpen && <SettingsDialog debate={debate} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
};

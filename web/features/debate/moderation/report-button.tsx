import { Flag } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";

/** Hardly anybody needs it. */
const ReportDialog = splitOptional(() => import("./report-dialog.tsx"));

/** For everybody who is hurt by what they read. */
export const ReportButton = ({ debateId }: { debateId: number }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...useUntilAlive()}
        aria-haspopup="dialog"
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
        onClick={() => setOpen(true)}
      >
        <Flag size={16} />
        <OnWideScreens>Report</OnWideScreens>
      </Button>
      {/* The page stays while its code comes. */}
      <Suspense>
        {isOpen && <ReportDialog debateId={debateId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};

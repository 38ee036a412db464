import { type ReactNode, Suspense, useId, useState } from "react";
import { Popover } from "#web/components/layout/popover.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";

interface ActionMenuProps {
  label: string;
  isOff?: boolean;
  /** Fetches the code of the lines, which the page does without until somebody is near. */
  preload: () => Promise<void>;
  lines: ReactNode;
  /** What its button shows. */
  children: ReactNode;
}

/** A menu of what can be done with a debate. */
export const ActionMenu = ({ label, isOff = false, preload, lines, children }: ActionMenuProps) => {
  const id = useId();
  const untilAlive = useUntilAlive();
  const [isWanted, setWanted] = useState(false);
  const prepare = () => void preload().catch(() => undefined);
  return (
    <>
      <Button
        popoverTarget={id}
        {...(isOff ? { disabled: true } : untilAlive)}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setWanted(true)}
      >
        {children}
      </Button>
      <Popover id={id} label={label} place="page">
        <Suspense>{isWanted && lines}</Suspense>
      </Popover>
    </>
  );
};

import { type ReactNode, useId, useState } from "react";
import { Popover } from "#web/components/layout/popover.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useUntilAlive } from "#web/lib/use-browser.ts";

interface ActionMenuProps {
  label: string;
  isOff?: boolean;
  /** Called when the menu may open soon, to fetch the code of what its lines open. */
  onNear?: () => void;
  lines: ReactNode;
  /** What its button shows. */
  children: ReactNode;
}

/**
 * A menu of what can be done with a debate. Its lines are rendered once the pointer or the focus is on
 * the button, which comes before every way to open it: it never opens empty.
 */
export const ActionMenu = ({ label, isOff = false, onNear, lines, children }: ActionMenuProps) => {
  const id = useId();
  const untilAlive = useUntilAlive();
  const [isNear, setNear] = useState(false);
  const prepare = () => {
    setNear(true);
    onNear?.();
  };
  return (
    <>
      <Button
        popoverTarget={id}
        {...(isOff ? { disabled: true } : untilAlive)}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={prepare}
      >
        {children}
      </Button>
      <Popover id={id} label={label} place="page">
        {isNear && lines}
      </Popover>
    </>
  );
};

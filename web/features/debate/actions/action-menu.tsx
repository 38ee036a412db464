import { type ReactNode, type Ref, useId, useState } from "react";
import { Popover } from "#web/components/layout/popover.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";

interface ActionMenuProps {
  label: string;
  buttonRef?: Ref<HTMLButtonElement>;
  isOff?: boolean;
  /** Called on hover, focus and click, before the menu opens, e.g. to preload code. */
  onBeforeOpen?: () => void;
  items: ReactNode;
  children: ReactNode;
}

/**
 * A button with a menu. The menu's items are rendered on the first hover, focus or click, so they
 * exist when the menu opens.
 */
export const ActionMenu = ({
  label,
  buttonRef,
  isOff = false,
  onBeforeOpen,
  items,
  children,
}: ActionMenuProps) => {
  const id = useId();
  const hydrationProps = useDisabledUntilHydrated();
  const [hasItems, setHasItems] = useState(false);
  const prepare = () => {
    setHasItems(true);
    onBeforeOpen?.();
  };
  return (
    <>
      <Button
        ref={buttonRef}
        popoverTarget={id}
        {...(isOff ? { disabled: true } : hydrationProps)}
        css={{ minW: "touch", px: { base: "3", md: "4" } }}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={prepare}
      >
        {children}
      </Button>
      <Popover id={id} label={label} place="page">
        {hasItems && items}
      </Popover>
    </>
  );
};

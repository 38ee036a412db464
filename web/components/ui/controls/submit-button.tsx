import type { ReactNode } from "react";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { Button } from "./button.tsx";

interface SubmitButtonProps {
  isPending: boolean;
  pendingLabel: string;
  children: ReactNode;
}

/** Submit button that is disabled before hydration and while its request is pending. */
export const SubmitButton = ({ isPending, pendingLabel, children }: SubmitButtonProps) => {
  const hydrationProps = useDisabledUntilHydrated();
  return (
    <Button type="submit" variant="solid" size="lg" {...hydrationProps} isPending={isPending}>
      {isPending ? pendingLabel : children}
    </Button>
  );
};

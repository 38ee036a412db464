import type { ReactNode } from "react";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { Button } from "./button.tsx";

interface SubmitButtonProps {
  isPending: boolean;
  pendingLabel: string;
  children: ReactNode;
}

/** Submit button, disabled before hydration and while pending. */
export const SubmitButton = ({ isPending, pendingLabel, children }: SubmitButtonProps) => {
  const untilAlive = useUntilAlive();
  return (
    <Button type="submit" look="solid" size="lg" {...untilAlive} isPending={isPending}>
      {isPending ? pendingLabel : children}
    </Button>
  );
};

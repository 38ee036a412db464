import type { ReactNode } from "react";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { Button } from "./button.tsx";

interface SubmitButtonProps {
  isPending: boolean;
  /** What it says while the answer is awaited. */
  pendingLabel: string;
  children: ReactNode;
}

/** Submits its form, once: not before there is code to take it, not while it is on its way. */
export const SubmitButton = ({ isPending, pendingLabel, children }: SubmitButtonProps) => {
  const untilAlive = useUntilAlive();
  return (
    <Button type="submit" look="solid" size="lg" {...untilAlive} isPending={isPending}>
      {isPending ? pendingLabel : children}
    </Button>
  );
};

import { Suspense } from "react";
import { onFirstUserInput } from "#web/lib/browser/first-user-input.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useConfig } from "#web/lib/config.tsx";

export interface DemoChipProps {
  place: "header" | "bar";
}

/**
 * In the browser the code is loaded on the first user event. Until then the server's HTML is
 * enough, because the browser itself opens the popover.
 */
const SimulationChip = lazyOptional<DemoChipProps>(async () => {
  if (typeof window !== "undefined")
    await new Promise<void>((resolve) => {
      onFirstUserInput(resolve);
    });
  return import("./simulation-chip.tsx");
});

/** Says which services are simulated. Renders nothing if all services are real. */
export const DemoChip = (props: DemoChipProps) =>
  useConfig()?.simulated.length ? (
    <Suspense>
      <SimulationChip {...props} />
    </Suspense>
  ) : null;

import { Suspense } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useConfig } from "#web/lib/config.tsx";

export interface DemoChipProps {
  place: "header" | "bar";
}

/* Sites with real services do not need it. */
const SimulationChip = lazyOptional<DemoChipProps>(() => import("./simulation-chip.tsx"));

/** Says which services are simulated. Renders nothing if all services are real. */
export const DemoChip = (props: DemoChipProps) =>
  useConfig()?.simulated.length ? (
    <Suspense>
      <SimulationChip {...props} />
    </Suspense>
  ) : null;

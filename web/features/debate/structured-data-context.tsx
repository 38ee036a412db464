import { createContext, type ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";

export interface StructuredDataProps {
  debate: Debate;
  description: string;
}

/** Keeps the script of the server-rendered page. */
const keepScript = (): ReactNode => (
  <script
    type="application/ld+json"
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);

/**
 * Renders a debate's JSON-LD. Only the server provides this function, so that browsers do not load
 * its code.
 */
export const StructuredDataContext =
  createContext<(props: StructuredDataProps) => ReactNode>(keepScript);

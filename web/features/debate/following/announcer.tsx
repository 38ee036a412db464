import { useEffect, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { Hidden } from "#web/components/ui/text.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useOutcome } from "../result/use-outcome.ts";

interface AnnouncerProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer is told how it ended: who is asked first is not. */
  isTold: boolean;
}

/** How the last turn stands, and how the debate does: each empty until there is something to say. */
const useNews = ({ debate, turns, isTold }: AnnouncerProps): string[] => {
  const labelOf = useProviderLabel();
  const outcome = useOutcome(debate).join(": ");
  const last = turns.findLast(({ status }) => status === "complete");
  const { status, scores } = debate;
  return [
    last
      ? `Turn ${last.turnNumber}, ${SIDE_LABEL[last.role]}, ${labelOf(providerOf(last.role, debate))}: ` +
        (last.score === null ? "finished." : `scored ${last.score} of 10.`)
      : "",
    status === "completed" ? "The debate is over." : "",
    scores && isTold ? `${outcome}.` : "",
    scores?.reasoning && isTold ? "The verdict is written." : "",
  ];
};

/**
 * Tells those who listen to the page of each turn that is finished or scored, not of its words, and
 * of how the debate ends.
 */
export const Announcer = (props: AnnouncerProps) => {
  const news = useNews(props);
  const [said, setSaid] = useState("");
  const known = useRef(news);
  const stand = JSON.stringify(news);
  useEffect(() => {
    const now: string[] = JSON.parse(stand);
    const fresh = now.filter((text, at) => text !== known.current[at]);
    if (fresh.length > 0) setSaid(fresh.join(" "));
    known.current = now;
  }, [stand]);
  return <Hidden aria-live="polite">{said}</Hidden>;
};

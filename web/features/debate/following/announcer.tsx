import { useEffect, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { Hidden } from "#web/components/text.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

interface AnnouncerProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Tells those who listen to the page of each turn that is finished or scored: not of its words. */
export const Announcer = ({ debate, turns }: AnnouncerProps) => {
  const labelOf = useProviderLabel();
  const [said, setSaid] = useState("");
  const last = turns.findLast(({ status }) => status === "complete");
  const news = last
    ? `Turn ${last.turnNumber}, ${SIDE_LABEL[last.role]}, ${labelOf(providerOf(last.role, debate))}: ` +
      (last.score === null ? "finished." : `scored ${last.score} of 10.`)
    : "";
  const known = useRef(news);
  useEffect(() => {
    if (news !== known.current) setSaid(news);
    known.current = news;
  }, [news]);
  return <Hidden aria-live="polite">{said}</Hidden>;
};

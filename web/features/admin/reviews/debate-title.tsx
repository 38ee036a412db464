import { Link } from "react-router-dom";
import type { Review } from "#shared/contract/debates/moderation.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Topic = styled("h3", { base: { fontSize: "20", overflowWrap: "anywhere" } });
const TopicLink = styled(Link, { base: { _hover: { textDecoration: "underline" } } });

interface DebateTitleProps {
  debate: Pick<Review["debate"], "id" | "topic" | "language" | "isPublic">;
  /** Hash of the link, such as `#turn-3`; empty for the whole page. */
  anchor: string;
}

/**
 * The debate's topic. If the debate is private, the topic is not a link, because only the owner can
 * open the debate.
 */
export const DebateTitle = ({ debate, anchor }: DebateTitleProps) => {
  const quotedTopic = wrapInQuotes(debate.topic, debate.language);
  return (
    <Topic {...getTextAttributes(debate.language, debate.topic)}>
      {debate.isPublic ? (
        <TopicLink to={`/debate/${debate.id}${anchor}`}>{quotedTopic}</TopicLink>
      ) : (
        quotedTopic
      )}
    </Topic>
  );
};

import { Link } from "react-router-dom";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { JOB_LABELS } from "./job-labels.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";

const Kind = styled("strong", { base: { fontWeight: 600 } });
const Topic = styled(Link, {
  base: { display: "block", color: "muted", textDecoration: "underline", overflowWrap: "anywhere" },
});

type JobRef = Pick<Operations["running"][number], "job" | "id" | "debate" | "turn">;

/** Kind of a job and the debate it belongs to. */
export const JobSubject = ({ job, id, debate, turn }: JobRef) => (
  <>
    <Kind>
      {JOB_LABELS[job].one}
      {turn
        ? `${job === "generate-turn" ? "" : " of turn"} ${turn.turnNumber}`
        : debate
          ? ""
          : ` ${id}`}
    </Kind>
    {debate && (
      <Topic to={`/debate/${debate.id}`} {...getTextAttributes(debate.language, debate.topic)}>
        {debate.topic}
      </Topic>
    )}
  </>
);

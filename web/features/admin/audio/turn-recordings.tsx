import { useQuery } from "@tanstack/react-query";
import type { AdminDebate } from "#shared/contract/admin.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { debateAudioQuery } from "#web/lib/regenerate-turn.ts";
import { Recording } from "./recording.tsx";

/* Keeps the focus when a retry replaces the error. */
const Box = styled("div", { base: { "& > :not(ul)": { mb: "3" } } });

const List = styled("ul", { base: { display: "grid" } });

export const TurnRecordings = ({ debate }: { debate: AdminDebate }) => {
  const { data, error, refetch } = useQuery(debateAudioQuery(debate.id));
  if (data?.turns.length === 0) return <Muted>No turn has been spoken yet.</Muted>;
  return (
    <Box tabIndex={-1}>
      {data && (
        <List>
          {data.turns.map((turn) => (
            <Recording key={turn.turnId} turn={turn} debate={debate} />
          ))}
        </List>
      )}
      {!data && error && <Trouble message={error.message} retry={refetch} />}
      {!data && !error && <Skeleton css={{ h: "6rem" }} />}
    </Box>
  );
};

import { useQuery } from "@tanstack/react-query";
import type { AdminDebate } from "#shared/contract/admin/admin.ts";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { debateAudioQuery } from "#web/lib/recordings/regenerate-recording.ts";
import { RecordingRow } from "./recording-row.tsx";

/* This element stays mounted and keeps the focus when a retry replaces the error. */
const Box = styled("div", { base: { "& > :not(ul)": { mb: "3" } } });

const List = styled("ul", { base: { display: "grid" } });

export const RecordingList = ({ debate }: { debate: AdminDebate }) => {
  const { data, error, refetch } = useQuery(debateAudioQuery(debate.id));
  if (data?.turns.length === 0)
    return (
      <EmptyState
        variant="slim"
        title="No turns yet."
        action={<ButtonLink to={`/debate/${debate.id}`}>Open the debate</ButtonLink>}
      />
    );
  return (
    <Box tabIndex={-1}>
      {data && (
        <List>
          {data.turns.map((turn) => (
            <RecordingRow key={turn.turnId} turn={turn} debate={debate} />
          ))}
        </List>
      )}
      {!data && error && <ErrorNotice message={error.message} retry={refetch} />}
      {!data && !error && <Skeleton css={{ h: "6rem" }} />}
    </Box>
  );
};

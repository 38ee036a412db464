import { useQuery } from "@tanstack/react-query";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { Button } from "#web/components/button.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Notice } from "#web/components/notice.tsx";
import { PageHead } from "#web/components/page-head.tsx";
import { FullScreenSpinner } from "#web/components/spinner.tsx";
import { PageTitle } from "#web/components/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { DebateSlots } from "./debate-slots.ts";
import { DebateView } from "./debate-view.tsx";
import { debateQuery, turnsQuery } from "./queries.ts";

const NotFound = () => (
  <>
    <PageHead title="Debate not found" description="There is no debate at this address." />
    <EmptyState title={<PageTitle>Debate not found</PageTitle>}>
      It was deleted, or it is not public.
    </EmptyState>
  </>
);

interface DebateLoaderProps {
  id: string;
  slots: DebateSlots;
}

/** The debate at an address: while it loads, when there is none, when that failed, and as it is. */
export const DebateLoader = ({ id, slots }: DebateLoaderProps) => {
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const debateId = Number(id);
  const { user } = useAuth();
  const labelOf = useProviderLabel();
  const debate = useQuery({ ...debateQuery(debateId), enabled: isId });
  const turns = useQuery({ ...turnsQuery(debateId), enabled: isId && debate.data !== null });

  if (!isId || debate.data === null) return <NotFound />;
  const error = debate.error ?? turns.error;
  if (error && (!debate.data || !turns.data))
    return (
      <Notice tone="danger" role="alert">
        {error.message}
        <Button onClick={() => void Promise.all([debate.refetch(), turns.refetch()])}>
          Try again
        </Button>
      </Notice>
    );
  if (!debate.data || !turns.data || user === undefined)
    return <FullScreenSpinner label="Loading debate..." />;

  const { topic, format, botAProvider, botBProvider } = debate.data;
  const corners = `${labelOf(botAProvider)} against ${labelOf(botBProvider)}`;
  return (
    <>
      <PageHead
        title={topic}
        description={`${corners}, ${FORMAT_LABEL[format]}. Read the debate turn by turn, live.`}
      />
      <DebateView debate={debate.data} turns={turns.data} viewer={user} slots={slots} />
    </>
  );
};

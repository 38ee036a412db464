import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { BackToDebates } from "#web/components/debate/back-to-debates.tsx";
import { deletedHere } from "#web/components/debate/deleted-here.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { FullScreenSpinner } from "#web/components/ui/spinner.tsx";
import { PageTitle } from "#web/components/ui/text.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { DebateHead } from "./debate-head.tsx";
import type { DebateSlots } from "./debate-slots.ts";
import { DebateView } from "./debate-view.tsx";
import { debateQuery, turnsQuery } from "./queries.ts";

const NotFound = () => (
  <PageColumn>
    <BackToDebates />
    <PageHead
      title="Debate not found"
      description="There is no debate at this address."
      isUnlisted
    />
    <EmptyState title={<PageTitle>Debate not found</PageTitle>}>
      It was deleted, or it is not public.
    </EmptyState>
  </PageColumn>
);

/* Rarely needed, so it is loaded separately. */
const MomentHead = splitOptional(() => import("./moment-head.tsx"), DebateHead);

interface DebateLoaderProps {
  id: string;
  slots: DebateSlots;
}

/** A debate's page with its loading, not-found and error states. */
export const DebateLoader = ({ id, slots }: DebateLoaderProps) => {
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const debateId = Number(id);
  const { user } = useAuth();
  const isLinked = useSearchParams()[0].has(MOMENT);
  const debate = useQuery({ ...debateQuery(debateId), enabled: isId });
  const turns = useQuery({ ...turnsQuery(debateId), enabled: isId && debate.data !== null });
  // Loaded with the debate, so that the page does not change when the response arrives.
  useIsVoiced();
  useEffect(() => () => void deletedHere.delete(debateId), [debateId]);

  if (debate.data === null && deletedHere.has(debateId))
    return <FullScreenSpinner label="Leaving the debate..." />;
  if (!isId || debate.data === null) return <NotFound />;
  const error = debate.error ?? turns.error;
  if (error && (!debate.data || !turns.data))
    return (
      <PageColumn>
        <BackToDebates />
        <Trouble
          message={`This debate could not be loaded. ${error.message}`}
          retry={() => Promise.all([debate.refetch(), turns.refetch()])}
        />
      </PageColumn>
    );
  if (!debate.data || !turns.data || user === undefined)
    return <FullScreenSpinner label="Loading debate..." />;

  const Head = isLinked ? MomentHead : DebateHead;
  return (
    <>
      <Suspense fallback={<DebateHead debate={debate.data} />}>
        <Head debate={debate.data} />
      </Suspense>
      <DebateView debate={debate.data} turns={turns.data} viewer={user} slots={slots} />
    </>
  );
};

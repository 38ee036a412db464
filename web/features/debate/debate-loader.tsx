import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { BackToDebatesLink } from "#web/components/ui/page/back-link.tsx";
import { locallyDeletedDebateIds } from "#web/components/debate/locally-deleted-debates.ts";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { FullScreenSpinner } from "#web/components/ui/feedback/spinner.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { DebatePageHead } from "./debate-page-head.tsx";
import type { DebateSlots } from "./debate-slots.ts";
import { DebateView } from "./view/debate-view.tsx";
import { debateQuery, turnsQuery } from "./debate-queries.ts";

const DebateNotFound = () => (
  <PageColumn>
    <BackToDebatesLink />
    <PageHead
      title="Debate not found"
      description="There is no debate at this address."
      isUnlisted
    />
    <EmptyState
      title={<PageTitle>Debate not found</PageTitle>}
      action={<ButtonLink to="/debates/public">Watch another debate</ButtonLink>}
    >
      It was deleted, or it isn’t public.
    </EmptyState>
  </PageColumn>
);

/* Loaded only if the URL contains a clip, which is rare. */
const ClipPageHead = lazyOptional(() => import("./clip-page-head.tsx"), DebatePageHead);

interface DebateLoaderProps {
  id: string;
  slots: DebateSlots;
}

/** A debate's page with its loading, not-found and error states. */
export const DebateLoader = ({ id, slots }: DebateLoaderProps) => {
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const debateId = Number(id);
  const { user } = useAuth();
  const isLinked = useSearchParams()[0].has(CLIP_PARAMETER);
  const debate = useQuery({ ...debateQuery(debateId), enabled: isId });
  const turns = useQuery({ ...turnsQuery(debateId), enabled: isId && debate.data !== null });
  // Requests the speech configuration together with the debate, so that the audio controls do not
  // move the page later.
  useIsVoiced();
  useEffect(() => () => void locallyDeletedDebateIds.delete(debateId), [debateId]);

  if (debate.data === null && locallyDeletedDebateIds.has(debateId))
    return <FullScreenSpinner label="Leaving the debate..." />;
  if (!isId || debate.data === null) return <DebateNotFound />;
  const error = debate.error ?? turns.error;
  if (error && (!debate.data || !turns.data))
    return (
      <PageColumn>
        <BackToDebatesLink />
        <ErrorNotice
          message={`Couldn’t load this debate. ${error.message}`}
          retry={() => Promise.all([debate.refetch(), turns.refetch()])}
        />
      </PageColumn>
    );
  if (!debate.data || !turns.data || user === undefined)
    return <FullScreenSpinner label="Loading debate..." />;

  const Head = isLinked ? ClipPageHead : DebatePageHead;
  return (
    <>
      <Suspense fallback={<DebatePageHead debate={debate.data} />}>
        <Head debate={debate.data} />
      </Suspense>
      <DebateView debate={debate.data} turns={turns.data} viewer={user} slots={slots} />
    </>
  );
};

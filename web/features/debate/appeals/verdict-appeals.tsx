import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import type { DecidedAppeal } from "#shared/contract/debates/appeals.ts";
import { APPEAL_GROUND_LABEL } from "#shared/domain/debates/judging/appeal.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { appealsQuery } from "./appeals-query.ts";

interface AppealDialogProps {
  debateId: number;
  onClose: () => void;
}

const AppealDialog = lazyOptional<AppealDialogProps>(() => import("./appeal-dialog.tsx"));

const Frame = styled("div", {
  base: {
    display: "grid",
    justifyItems: "start",
    gap: "3",
    maxW: "stageSpeech",
    fontSize: "14",
    lineHeight: 1.5,
    textAlign: "start",
    "& ul": { display: "grid", gap: "3", listStyle: "none" },
    "& li > p": { overflowWrap: "anywhere", whiteSpace: "pre-line" },
    "& summary": { minH: "touch", py: "2.5", cursor: "pointer" },
  },
  variants: { isInCard: { true: { pt: "4", borderTopWidth: "1px", borderColor: "line" } } },
});

/** Further decisions are folded, because a debate can have many appeals. */
const MAX_UNFOLDED = 3;

const DecidedAppeals = ({ appeals }: { appeals: readonly DecidedAppeal[] }) => (
  <ul>
    {appeals.map(({ id, ground, decision, reason }) => (
      <li key={id}>
        <strong>Appeal {decision}</strong>: {APPEAL_GROUND_LABEL[ground]}.
        <Muted>
          Admin: <span dir="auto">{reason}</span>
        </Muted>
      </li>
    ))}
  </ul>
);

/** The button disappears once the viewer has appealed. The focus then moves to the verdict. */
const AppealButton = ({ debateId }: { debateId: number }) => {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const hydrationProps = useDisabledUntilHydrated();
  return (
    <>
      <Button
        ref={useFocusFallback<HTMLButtonElement>("verdict")}
        {...hydrationProps}
        onClick={() => setOpen(true)}
      >
        <Scale size={16} />
        Appeal the verdict
      </Button>
      <Suspense>{isOpen && <AppealDialog debateId={debateId} onClose={close} />}</Suspense>
    </>
  );
};

interface VerdictAppealsProps {
  debateId: number;
  /** Whether the appeals are part of the verdict's card. */
  isInCard?: boolean;
}

/** Admins' decisions about appeals against the verdict, and the button for an appeal. */
export const VerdictAppeals = ({ debateId, isInCard = false }: VerdictAppealsProps) => {
  const { data: appeals } = useQuery(appealsQuery(debateId));
  if (!appeals) return null;
  const { openUntil, mine, decided } = appeals;
  const isWaiting = mine?.decision === null;
  if (openUntil === null && !isWaiting && decided.length === 0) return null;
  const folded = decided.slice(MAX_UNFOLDED);
  return (
    <Frame data-appeals isInCard={isInCard}>
      {decided.length > 0 && (
        <>
          <DecidedAppeals appeals={decided.slice(0, MAX_UNFOLDED)} />
          {folded.length > 0 && (
            <details>
              <summary>Show {folded.length} more</summary>
              <DecidedAppeals appeals={folded} />
            </details>
          )}
          <Muted>An appeal does not change the verdict.</Muted>
        </>
      )}
      {isWaiting && (
        <Muted>Your appeal waits for an admin: {APPEAL_GROUND_LABEL[mine.ground]}.</Muted>
      )}
      {openUntil !== null && <AppealButton debateId={debateId} />}
    </Frame>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Repeat2 } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { comparePair, findRematchObstacle } from "#shared/domain/debates/rematch.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { Card } from "#web/components/ui/content/card.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { debateQuery } from "../debate-queries.ts";
import { useRematch } from "./use-rematch.ts";

const TEXT_STYLE = { my: "3" };

const RematchOffer = ({ debate }: { debate: Debate }) => {
  const getProviderLabel = useProviderLabel();
  const rematch = useRematch(debate.id);
  const hydrationProps = useDisabledUntilHydrated();
  return (
    <>
      <Muted css={TEXT_STYLE}>
        {getProviderLabel(debate.botBProvider)} argues For, {getProviderLabel(debate.botAProvider)}{" "}
        argues Against. Everything else stays the same. It costs 1&nbsp;credit.
      </Muted>
      <Button
        variant="outline"
        {...hydrationProps}
        isPending={rematch.isPending}
        onClick={() => rematch.mutate()}
      >
        <Repeat2 size={18} />
        Rematch with sides swapped
      </Button>
    </>
  );
};

/**
 * Says whether the same chatbot or the same side won both debates, once the viewer may see both
 * results.
 */
const usePairText = (debate: Debate, other: Debate | null | undefined): string => {
  const getProviderLabel = useProviderLabel();
  const winner = debate.scores && getWinner(debate.scores);
  const outcome = other && comparePair(debate, other);
  if (outcome === "neither")
    return "One of the two was a draw, so no chatbot and no side won both.";
  if (!outcome || !winner || winner === "draw")
    return "Once both debates have a result, you can compare them here.";
  return outcome === "provider"
    ? `${getProviderLabel(getProviderOfRole(winner, debate))} won on both sides.`
    : `${SIDE_LABEL[winner]} won with both chatbots: the topic decided it.`;
};

const RematchComparison = ({ debate, otherId }: { debate: Debate; otherId: number }) => {
  const { data: other } = useQuery(debateQuery(otherId));
  return (
    <>
      <Muted css={TEXT_STYLE} aria-live="polite">
        {usePairText(debate, other)}
      </Muted>
      <ButtonLink to={`/debate/${otherId}`} variant="outline">
        <Repeat2 size={18} />
        {debate.rematchId === null ? "Open the first debate" : "Open the rematch"}
      </ButtonLink>
    </>
  );
};

interface RematchCardProps {
  debate: Debate;
  viewer: Viewer;
}

/**
 * Offers the owner a rematch (the same debate with swapped chatbots), or compares both debates.
 * Null if neither applies.
 */
export const RematchCard = ({ debate, viewer }: RematchCardProps) => {
  const otherId = debate.rematchId ?? debate.rematchOf;
  const isOffered = can(viewer, "change", debate) && findRematchObstacle(debate) === null;
  if (otherId === null && !isOffered) return null;
  return (
    <Card aria-labelledby="rematch">
      <SectionTitle id="rematch">
        {debate.rematchOf === null ? "Rematch" : "This is a rematch"}
      </SectionTitle>
      {otherId === null ? (
        <RematchOffer debate={debate} />
      ) : (
        <RematchComparison debate={debate} otherId={otherId} />
      )}
    </Card>
  );
};

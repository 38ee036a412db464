import { TriangleAlert } from "lucide-react";
import type { TurnError } from "#shared/contract/turn.ts";
import { Button } from "#web/components/button.tsx";
import { Notice } from "#web/components/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Reason = styled("span", { base: { flex: "1" } });

interface FailedTurnProps {
  error: TurnError | null;
  /** Asks for the turn again; absent for people who may not. */
  retry: (() => void) | undefined;
}

/** Why a turn was not spoken, and another try. */
export const FailedTurn = ({ error, retry }: FailedTurnProps) => (
  <Notice tone="danger" role="alert" css={{ alignItems: "center", "& svg": { mt: 0 } }}>
    <TriangleAlert size={16} />
    <Reason>{error?.message ?? "This turn could not be spoken."}</Reason>
    {retry && <Button onClick={retry}>Try again</Button>}
  </Notice>
);

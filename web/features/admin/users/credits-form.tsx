import type { SubmitEvent } from "react";
import type { User } from "#shared/contract/account.ts";
import { CREDITS_MAX } from "#shared/domain/credit.ts";
import { may } from "#shared/domain/rights.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { Caption, Labelled } from "./labelled.tsx";
import { useDraft } from "./use-draft.ts";
import { type CreditsRoute, isBalance, useSetCredits } from "./use-set-credits.ts";

const RowForm = styled("form", {
  base: { display: "flex", alignItems: "end", gap: "2" },
});

const Amount = styled(Labelled, {
  base: { flex: "0 1 7rem", minW: { base: "4rem", lg: "7rem" } },
});

interface CreditsFormProps {
  user: User;
  route: CreditsRoute;
}

/** Sets a user's credits. Follows changes made elsewhere. */
export const CreditsForm = ({ user, route }: CreditsFormProps) => {
  const { user: viewer } = useAuth();
  const [entered, setEntered] = useDraft(String(user.credits));
  const { update, refused } = useSetCredits(user, route);
  const isAllowed = may(viewer ?? null, "setCredits", user);
  /* An invalid value counts as changed, so that the button explains the error. */
  const isChanged = !isBalance(entered) || Number(entered) !== user.credits;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isChanged) update(entered);
  };
  return (
    <RowForm noValidate onSubmit={submit}>
      <Amount>
        <Caption>Set credits</Caption>
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={CREDITS_MAX}
          step={1}
          aria-label={`Credits of ${user.username}`}
          aria-invalid={entered === refused || !isBalance(entered)}
          disabled={!isAllowed}
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
      </Amount>
      <Button
        type="submit"
        aria-label={`Update credits of ${user.username}`}
        disabled={!isAllowed}
        isOff={!isChanged}
      >
        Update
      </Button>
    </RowForm>
  );
};

import type { SubmitEvent } from "react";
import type { User } from "#shared/contract/accounts/account.ts";
import { MAX_CREDIT_BALANCE } from "#shared/domain/billing/credit.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Input } from "#web/components/ui/controls/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { InputCaption, LabelledInput } from "./labelled-input.tsx";
import { useDraft } from "./use-draft.ts";
import { type CreditsRoute, isValidBalance, useSetCredits } from "./use-set-credits.ts";

const RowForm = styled("form", {
  base: { display: "flex", alignItems: "end", gap: "2" },
});

const Amount = styled(LabelledInput, {
  base: { flex: "0 1 7rem", minW: { base: "4rem", lg: "7rem" } },
});

interface CreditsFormProps {
  user: User;
  route: CreditsRoute;
}

/** Sets a user's credits. The input is reset when the balance changes elsewhere. */
export const CreditsForm = ({ user, route }: CreditsFormProps) => {
  const { user: viewer } = useAuth();
  const [text, setText] = useDraft(String(user.credits));
  const { update, refused } = useSetCredits(user, route);
  const isAllowed = can(viewer ?? null, "setCredits", user);
  /* An invalid value counts as changed, so that the button works and shows the error. */
  const isChanged = !isValidBalance(text) || Number(text) !== user.credits;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isChanged) update(text);
  };
  return (
    <RowForm noValidate onSubmit={submit}>
      <Amount>
        <InputCaption>Set credits</InputCaption>
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_CREDIT_BALANCE}
          step={1}
          aria-label={`Credits of ${user.username}`}
          aria-invalid={text === refused || !isValidBalance(text)}
          disabled={!isAllowed}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
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

import type { UseFormRegisterReturn } from "react-hook-form";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/side.ts";
import { SIDE_LABEL } from "#shared/domain/side.ts";
import { Choice, Choices } from "#web/components/ui/choice.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Corner = styled(Choices, {
  base: { p: "4", borderRadius: "card", borderWidth: "1px", borderColor: "line" },
  variants: {
    side: {
      bot_a: { bgImage: "linear-gradient(160deg, {colors.forTint}, transparent 70%)" },
      bot_b: { bgImage: "linear-gradient(200deg, {colors.againstTint}, transparent 70%)" },
    },
  },
});

const Legend = styled("legend", {
  base: {
    float: "left",
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    mb: "2",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "17",
  },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Options = styled("div", {
  base: {
    display: "grid",
    gap: "2",
    /* All in a row, or, on the smallest phones, all in a column. */
    gridTemplateColumns: "minmax(0, 1fr)",
    "@media (min-width: 22rem)": {
      gridTemplateColumns: "repeat(auto-fit, minmax(4.5rem, 1fr))",
    },
    clear: "both",
  },
});

interface SpeakerChoiceProps {
  role: Role;
  /** Who is chosen at first, in the server's page already. */
  first: Provider;
  field: UseFormRegisterReturn;
}

/** Which chatbot stands in a corner; one that is not available says why. */
export const SpeakerChoice = ({ role, first, field }: SpeakerChoiceProps) => (
  <Corner side={role}>
    <Legend side={role}>
      <RobotFace side={role} size="sm" />
      {SIDE_LABEL[role]}
    </Legend>
    <Options>
      {useConfig()?.providers.map(({ id, label, available, reason }) => (
        <Choice
          key={id}
          {...field}
          value={id}
          defaultChecked={id === first}
          label={label}
          detail={available ? undefined : reason}
          disabled={!available}
        />
      ))}
    </Options>
  </Corner>
);

import type { UseFormRegisterReturn } from "react-hook-form";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { RadioCard, RadioGroup } from "#web/components/ui/controls/radio-card.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const SpeakerGroup = styled(RadioGroup, {
  base: {
    p: { base: "2.5", md: "4" },
    borderRadius: "card",
    borderWidth: "1px",
    borderColor: "line",
    _disabled: { opacity: 0.4 },
    /* On phones of this width, the side's name and its chatbots share a line. */
    "@media (min-width: 24rem) and (max-width: 47.99rem)": {
      gridTemplateColumns: "3.75rem minmax(0, 1fr)",
      alignItems: "center",
    },
  },
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
    mb: { md: "2" },
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "16", md: "17" },
  },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Options = styled("div", {
  base: {
    display: "grid",
    gap: "2",
    /* The chatbots are in one row, but in one column on the smallest phones. */
    gridTemplateColumns: "minmax(0, 1fr)",
    "@media (min-width: 22rem)": { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
    "@media (max-width: 47.99rem)": { gap: "1.5", "& > label": { px: "1" } },
  },
});

/* Hidden where the side's name and its chatbots share a line. */
const Face = styled("span", {
  base: {
    display: "flex",
    "@media (min-width: 24rem) and (max-width: 47.99rem)": { display: "none" },
  },
});

interface SpeakerPickerProps {
  role: Role;
  /** The provider that is checked in the server's HTML. */
  initialValue: Provider;
  field: UseFormRegisterReturn;
  /** Whether the chatbots are drawn, so that none can be chosen. */
  disabled: boolean;
}

/** Radio buttons for a side's provider. Unavailable providers show the reason. */
export const SpeakerPicker = ({ role, initialValue, field, disabled }: SpeakerPickerProps) => (
  <SpeakerGroup side={role} disabled={disabled}>
    <Legend side={role}>
      <Face>
        <RobotFace side={role} size="sm" />
      </Face>
      {SIDE_LABEL[role]}
    </Legend>
    <Options>
      {useConfig()?.providers.map(({ id, label, available, reason }) => (
        <RadioCard
          key={id}
          {...field}
          value={id}
          defaultChecked={id === initialValue}
          label={label}
          detail={available ? undefined : reason}
          disabled={!available}
        />
      ))}
    </Options>
  </SpeakerGroup>
);

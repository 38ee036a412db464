import { Flame } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import {
  type Format,
  FORMAT_DESCRIPTION,
  FORMAT_LABEL,
  FORMATS,
} from "#shared/domain/debates/debate.ts";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Options = styled("div", {
  base: {
    display: "grid",
    gap: "2",
    gridTemplateColumns: { base: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" },
  },
});

/** Describes the selected format on small screens, whose cards have no description. */
const FormatDescription = styled("p", { base: { hideFrom: "md", fontSize: "13", color: "muted" } });

const WarningLabel = styled("span", {
  base: {
    display: "inline-flex",
    verticalAlign: "top",
    alignItems: "center",
    gap: "1.5",
    color: "pending",
  },
});

interface FormatPickerProps {
  chosen: Format;
  /** The format that is checked in the server's HTML. */
  initialValue: Format;
  field: UseFormRegisterReturn;
}

/** Radio buttons for the format, with descriptions and a warning on the roast. */
export const FormatPicker = ({ chosen, initialValue, field }: FormatPickerProps) => (
  <RadioGroup>
    <RadioGroupLegend>Format</RadioGroupLegend>
    <Options>
      {FORMATS.map((format) => (
        <RadioCard
          key={format}
          {...field}
          value={format}
          defaultChecked={format === initialValue}
          label={
            format === "roast" ? (
              <WarningLabel>
                <Flame size={14} />
                {FORMAT_LABEL[format]}
              </WarningLabel>
            ) : (
              FORMAT_LABEL[format]
            )
          }
          detail={FORMAT_DESCRIPTION[format]}
          isBriefOnPhones
        />
      ))}
    </Options>
    <FormatDescription aria-hidden="true">{FORMAT_DESCRIPTION[chosen]}</FormatDescription>
  </RadioGroup>
);

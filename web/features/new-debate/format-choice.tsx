import { Flame } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { type Format, FORMAT_DESCRIPTION, FORMAT_LABEL, FORMATS } from "#shared/domain/debate.ts";
import { Choice, Choices, ChoicesLegend } from "#web/components/ui/choice.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Options = styled("div", {
  base: {
    display: "grid",
    gap: "2",
    gridTemplateColumns: { base: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" },
  },
});

/** Description of the selected format on small screens, whose cards omit it. */
const Expected = styled("p", { base: { hideFrom: "md", fontSize: "13", color: "muted" } });

const Warned = styled("span", {
  base: {
    display: "inline-flex",
    verticalAlign: "top",
    alignItems: "center",
    gap: "1.5",
    color: "pending",
  },
});

interface FormatChoiceProps {
  chosen: Format;
  /** Initial value, also in the server's HTML. */
  first: Format;
  field: UseFormRegisterReturn;
}

/** Radio buttons for the format, with descriptions and a warning on the roast. */
export const FormatChoice = ({ chosen, first, field }: FormatChoiceProps) => (
  <Choices>
    <ChoicesLegend>Format</ChoicesLegend>
    <Options>
      {FORMATS.map((format) => (
        <Choice
          key={format}
          {...field}
          value={format}
          defaultChecked={format === first}
          label={
            format === "roast" ? (
              <Warned>
                <Flame size={14} />
                {FORMAT_LABEL[format]}
              </Warned>
            ) : (
              FORMAT_LABEL[format]
            )
          }
          detail={FORMAT_DESCRIPTION[format]}
          isBriefOnPhones
        />
      ))}
    </Options>
    <Expected aria-hidden="true">{FORMAT_DESCRIPTION[chosen]}</Expected>
  </Choices>
);

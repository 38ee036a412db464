import { styled } from "#web/components/theme/styled.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";

const Line = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "2",
    mt: "4",
    fontSize: "14",
    color: "muted",
  },
});

/** Shows when the figures were last computed, or nothing if they never were. */
export const ComputedAt = ({ at }: { at: string | null }) =>
  at !== null && (
    <Line>
      Computed once an hour, last: <DateTime at={at} />
    </Line>
  );

import { formatDateTime, formatTimeAgo } from "#web/lib/format.ts";
import { useMinuteTick } from "#web/lib/time/use-minute-tick.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Time = styled("time", { base: { whiteSpace: "nowrap" } });

/** Relative time. Hovering shows the exact time in the reader's time zone. */
export const TimeAgo = ({ at }: { at: string }) => {
  useMinuteTick();
  return (
    <Time
      dateTime={at}
      // The server and the browser render at different times, so their texts may differ.
      suppressHydrationWarning
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(at);
      }}
    >
      {formatTimeAgo(at)}
    </Time>
  );
};

import { dateAndTime, timeAgo } from "#web/lib/format.ts";
import { useEachMinute } from "#web/lib/use-each-minute.ts";
import { styled } from "../theme/styled.tsx";

const Time = styled("time", { base: { whiteSpace: "nowrap" } });

/** Relative time, with the exact time in the reader's time zone on hover. */
export const TimeAgo = ({ at }: { at: string }) => {
  useEachMinute();
  return (
    <Time
      dateTime={at}
      // Server and browser render at different times.
      suppressHydrationWarning
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = dateAndTime(at);
      }}
    >
      {timeAgo(at)}
    </Time>
  );
};

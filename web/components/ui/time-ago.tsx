import { dateAndTime, timeAgo } from "#web/lib/format.ts";
import { useEachMinute } from "#web/lib/use-each-minute.ts";
import { styled } from "../theme/styled.tsx";

const Time = styled("time", { base: { whiteSpace: "nowrap" } });

/** How long ago it was; the exact time, which is the reader's own and not the server's, on hover. */
export const TimeAgo = ({ at }: { at: string }) => {
  useEachMinute();
  return (
    <Time
      dateTime={at}
      // A moment lies between the server's clock and the reader's.
      suppressHydrationWarning
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = dateAndTime(at);
      }}
    >
      {timeAgo(at)}
    </Time>
  );
};

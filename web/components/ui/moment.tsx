import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { styled } from "../theme/styled.tsx";

const DAY = { dateStyle: "medium" } as const;
const TIME = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

const When = styled("time", { base: { display: "flex", flexWrap: "wrap", columnGap: "2" } });
const Time = styled("span", { base: { color: "muted" } });

/** Date and time in the reader's time zone; UTC on the server and during hydration. */
export const Moment = ({ at }: { at: string }) => {
  const zone = useIsTakenOver() ? {} : { timeZone: "UTC" };
  const [day, time] = [DAY, TIME].map((parts) =>
    new Date(at).toLocaleString("en-US", { ...parts, ...zone }),
  );
  return (
    <When dateTime={at}>
      {day} <Time>{time}</Time>
    </When>
  );
};

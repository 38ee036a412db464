import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { styled } from "#web/components/theme/styled.tsx";

const DATE_FORMAT = { dateStyle: "medium" } as const;
const TIME_FORMAT = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

const DateTimeFrame = styled("time", {
  base: { display: "flex", flexWrap: "wrap", columnGap: "2" },
});
const Time = styled("span", { base: { color: "muted" } });

/**
 * Date and time in the reader's time zone, as the browser's language writes them. On the server and
 * during hydration, which know neither, it is UTC in English.
 */
export const DateTime = ({ at }: { at: string }) => {
  const [locale, options] = useIsHydrated() ? [undefined, {}] : ["en-US", { timeZone: "UTC" }];
  const [day, time] = [DATE_FORMAT, TIME_FORMAT].map((parts) =>
    new Date(at).toLocaleString(locale, { ...parts, ...options }),
  );
  return (
    <DateTimeFrame dateTime={at}>
      {day} <Time>{time}</Time>
    </DateTimeFrame>
  );
};

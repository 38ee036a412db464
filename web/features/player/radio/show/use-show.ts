import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { prefersCalm } from "#web/lib/use-browser.ts";
import { useRadio } from "../radio-store.ts";
import { holdBack } from "./hold-back.ts";
import { ShowClock, type ShowPlace } from "./show-clock.ts";

/** With voice sync on, keeps the shown debate in step with the voice. */
export const useShow = (turns: readonly Turn[]): void => {
  const isShow = useRadio((state) => state.isShow);
  const clock = useMemo(() => (isShow ? new ShowClock(prefersCalm()) : null), [isShow]);
  const shown = useRef<ShowPlace | null>(null);
  useEffect(() => {
    const show = () => {
      const { live, moment, now } = useRadio.getState();
      if (!clock || !live) return;
      const place = clock.placeIn(turns, { live, moment, now });
      if (place === shown.current) return;
      shown.current = place;
      useRadio.setState({ hold: place && holdBack(place) });
    };
    show();
    return useRadio.subscribe(show);
  }, [clock, turns]);
};

import { useState } from "react";

/** What was said when an answer was there, until the next one is. */
export const useSettled = <Value>(value: Value, isBusy: boolean): Value => {
  const [settled, setSettled] = useState(value);
  if (!isBusy && settled !== value) setSettled(value);
  return isBusy ? settled : value;
};

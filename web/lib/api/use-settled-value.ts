import { useState } from "react";

/** Returns `value`; while `isBusy`, returns the last value from before. */
export const useSettledValue = <Value>(value: Value, isBusy: boolean): Value => {
  const [settled, setSettled] = useState(value);
  if (!isBusy && settled !== value) setSettled(value);
  return isBusy ? settled : value;
};

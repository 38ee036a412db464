import { useState } from "react";

/** The last value from when `isBusy` was false. */
export const useSettledValue = <Value>(value: Value, isBusy: boolean): Value => {
  const [settled, setSettled] = useState(value);
  if (!isBusy && settled !== value) setSettled(value);
  return isBusy ? settled : value;
};

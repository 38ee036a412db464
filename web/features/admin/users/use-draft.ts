import { useState } from "react";

/** Editable copy of a value. Reset when the value changes. */
export const useDraft = <Value>(value: Value) => {
  const [savedValue, setSavedValue] = useState(value);
  const [draft, setDraft] = useState(value);
  if (savedValue !== value) {
    setSavedValue(value);
    setDraft(value);
  }
  return [draft, setDraft] as const;
};

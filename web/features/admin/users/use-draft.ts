import { useState } from "react";

/** An editable copy of a value, which is reset when the value changes. */
export const useDraft = <Value>(value: Value) => {
  const [savedValue, setSavedValue] = useState(value);
  const [draft, setDraft] = useState(value);
  if (savedValue !== value) {
    setSavedValue(value);
    setDraft(value);
  }
  return [draft, setDraft] as const;
};

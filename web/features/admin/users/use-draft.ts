import { useState } from "react";

/** Editable copy of a value. Reset when the value changes. */
export const useDraft = <Value>(value: Value) => {
  const [seen, setSeen] = useState(value);
  const [draft, setDraft] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  return [draft, setDraft] as const;
};

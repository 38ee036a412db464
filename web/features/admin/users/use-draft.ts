import { useState } from "react";

/** What somebody makes of a value; when the value itself changes, it takes the draft's place. */
export const useDraft = <Value>(value: Value) => {
  const [seen, setSeen] = useState(value);
  const [draft, setDraft] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  return [draft, setDraft] as const;
};

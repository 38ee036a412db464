import type { Motion } from "../parse-motion.ts";

/** A value, and the criterion by which it is measured. */
interface DebateValue {
  value: string;
  criterion: string;
}

interface ValuesBySide {
  for: readonly DebateValue[];
  against: readonly DebateValue[];
}

const PROPOSAL_VALUES: ValuesBySide = {
  for: [
    { value: "justice", criterion: "giving each person what they are owed" },
    {
      value: "the common good",
      criterion: "asking what we could all accept if none of us knew whose place we would hold",
    },
    { value: "human flourishing", criterion: "enlarging what people are able to do and to be" },
    { value: "responsibility", criterion: "answering for what our choices do to others" },
  ],
  against: [
    { value: "autonomy", criterion: "leaving each person the author of their own life" },
    { value: "prudence", criterion: "preferring the errors that can be undone" },
    { value: "integrity", criterion: "keeping our principles where they are tested" },
    { value: "pluralism", criterion: "leaving room for lives unlike our own" },
  ],
};

const CLAIM_VALUES: ValuesBySide = {
  for: [
    { value: "truth", criterion: "following the better reasons wherever they lead" },
    { value: "wisdom", criterion: "judging by what survives experience" },
    { value: "clarity", criterion: "saying plainly what we have good reason to believe" },
  ],
  against: [
    { value: "intellectual honesty", criterion: "claiming no more than one can show" },
    { value: "humility", criterion: "giving the doubtful case its due" },
    { value: "pluralism", criterion: "leaving room for those who see it otherwise" },
  ],
};

/** Returns the values that each side can plausibly defend. */
export const getValues = (kind: Motion["kind"]): ValuesBySide =>
  kind === "proposal" ? PROPOSAL_VALUES : CLAIM_VALUES;

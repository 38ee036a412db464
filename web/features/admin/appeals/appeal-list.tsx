import type { Appeal } from "#shared/contract/debates/appeals.ts";
import { DecisionList } from "../lists/decision-list.tsx";
import { AppealCard } from "./appeal-card.tsx";

export const AppealList = () => (
  <DecisionList<Appeal>
    path="/api/admin/appeals"
    title="Appeals"
    intro="Viewers say what is wrong with a verdict. Your decision and your reason are public. The verdict stays as it is."
    noun="appeal"
  >
    {(appeal, onDone) => <AppealCard appeal={appeal} onDone={onDone} />}
  </DecisionList>
);

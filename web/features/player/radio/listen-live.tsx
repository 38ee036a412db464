import { Radio, Square } from "lucide-react";
import { useEffect } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { leftAt } from "./left-off.ts";
import { isOn } from "./radio-state.ts";
import { listenLive, loadRadio, stopRadio } from "./radio-control.ts";
import { useRadio } from "./radio-store.ts";

/* As the button beside it. */
const COMPACT = { px: { base: "3", md: "4" }, "& svg": { hideBelow: "sm" } };

const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Listens to a debate as it is being spoken, or stops that. */
const ListenLive = ({ debate: { id } }: { debate: Debate }) => {
  const isOffered = useRadio((state) => state.isOffered);
  const isListening = useRadio(isOn);
  // On the server nothing is offered yet.
  const left = isOffered && !isListening ? leftAt(id) : null;
  useEffect(() => {
    if (isOffered && !savesData()) void loadRadio().catch(() => undefined);
  }, [isOffered]);
  if (!isOffered && !isListening) return null;
  if (isListening)
    return (
      <Button css={COMPACT} onClick={stopRadio}>
        <Square size={16} />
        Stop listening
      </Button>
    );
  return (
    <Button css={COMPACT} onClick={() => void listenLive(id, left ?? undefined)}>
      <Radio size={16} />
      {left === null ? "Listen live" : "Go on listening"}
    </Button>
  );
};

export default ListenLive;

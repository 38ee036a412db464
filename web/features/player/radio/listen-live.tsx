import { Radio, Square } from "lucide-react";
import { Suspense, useEffect } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import { liveLabel } from "#shared/domain/live.ts";
import { Button } from "#web/components/ui/button.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { COMPACT } from "../controls/play-all.tsx";
import { leftAt } from "./left-off.ts";
import { isOn } from "./radio-state.ts";
import { listenLive, loadRadio, stopRadio } from "./radio-control.ts";
import { useRadio } from "./radio-store.ts";

const ShowButton = splitOptional(() => import("./show/show-button.tsx"));

/* On phones only the icon shows, so that all buttons fit into one row. */
const NARROW = { minW: "touch", px: { base: "3", md: "4" } };

const listenLabel = (status: DebateStatus): string =>
  status === "completed" ? liveLabel(status) : "Listen live";

const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

const ListenLive = ({ debate: { id, status } }: { debate: Debate }) => {
  const isOffered = useRadio((state) => state.isOffered);
  const isListening = useRadio(isOn);
  // The server renders with `isOffered` false, so storage is read only in the browser.
  const left = isOffered && !isListening ? leftAt(id) : null;
  useEffect(() => {
    if (isOffered && !savesData()) void loadRadio().catch(() => undefined);
  }, [isOffered]);
  if (!isOffered && !isListening) return null;
  const press = () =>
    isListening ? stopRadio() : void listenLive(id, { from: left ?? undefined });
  return (
    <>
      <Button css={COMPACT} onClick={press}>
        {isListening ? <Square size={16} /> : <Radio size={16} />}
        {isListening && "Stop listening"}
        {!isListening && (left === null ? listenLabel(status) : "Go on listening")}
      </Button>
      <Suspense>
        <ShowButton debateId={id} css={NARROW} />
      </Suspense>
    </>
  );
};

export default ListenLive;

import { BookOpenText, Captions } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { listenLive, showLive } from "../radio-control.ts";
import { isOn } from "../radio-state.ts";
import { useRadio } from "../radio-store.ts";

interface ShowButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "css"> {
  debateId: number;
}

/** Switches voice sync. If the live stream is off, starts it with voice sync. */
const ShowButton = ({ debateId, ...look }: ShowButtonProps) => {
  const isListening = useRadio(isOn);
  const isShow = useRadio((state) => state.isShow);
  const press = () =>
    isListening ? showLive(!isShow) : void listenLive(debateId, { isShow: true });
  const word = isShow ? "Read ahead" : "Watch as a show";
  return (
    <Button {...look} title={word} onClick={press}>
      {isShow ? <BookOpenText size={16} /> : <Captions size={16} />}
      <OnWideScreens>{word}</OnWideScreens>
    </Button>
  );
};

export default ShowButton;

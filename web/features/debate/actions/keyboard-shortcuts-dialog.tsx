import { Fragment, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { areShortcutsEnabled, saveShortcutsEnabled } from "#web/lib/browser/keyboard-shortcuts.ts";

const SHORTCUTS = [
  [["Space"], "Pause or resume the audio"],
  [["←", "→"], "Back and forward 5 seconds"],
  [["J", "L"], "Back and forward 15 seconds"],
  [["Shift ←", "Shift →"], "Previous / next turn"],
  [["G"], "Call the current sentence a good point"],
  [["Esc"], "Skip the verdict animation"],
  [["F8"], "Jump to notification"],
  [["?"], "Show shortcuts"],
] as const;

const KEY_NAMES: Record<string, string> = {
  "←": "Left",
  "→": "Right",
  "Shift ←": "Shift Left",
  "Shift →": "Shift Right",
  "?": "Question mark",
};

const List = styled("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    alignItems: "center",
    columnGap: "4",
    rowGap: "2",
    fontSize: "14",
    "& dt": { display: "flex", gap: "1.5", justifyContent: "flex-end" },
  },
});

const Key = styled("kbd", {
  base: {
    minW: "1.75rem",
    px: "2",
    py: "0.5",
    textAlign: "center",
    fontFamily: "text",
    fontSize: "13",
    fontWeight: 600,
    whiteSpace: "nowrap",
    bg: "sunken",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "mark",
  },
});

/**
 * Lists the keyboard shortcuts of a debate's page and switches them on or off. The dialog opens on
 * mount.
 */
const KeyboardShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isOn, setOn] = useState(areShortcutsEnabled);
  useEffect(() => dialog.current?.showModal(), []);
  const toggle = () => {
    saveShortcutsEnabled(!isOn);
    setOn(!isOn);
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>Keyboard shortcuts</SectionTitle>
      <List>
        {SHORTCUTS.map(([keys, action]) => (
          <Fragment key={action}>
            <dt>
              {keys.map((key) => (
                <Key key={key} aria-label={KEY_NAMES[key]}>
                  {key}
                </Key>
              ))}
            </dt>
            <dd>{action}</dd>
          </Fragment>
        ))}
      </List>
      <Switch
        name="shortcuts"
        checked={isOn}
        onChange={toggle}
        label="Use keyboard shortcuts"
        detail="Turn off if you use voice control."
      />
      <Row css={{ justifyContent: "flex-end" }}>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </Row>
    </Dialog>
  );
};

export default KeyboardShortcutsDialog;

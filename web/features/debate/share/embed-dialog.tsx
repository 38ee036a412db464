import { Copy } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { copyText } from "#web/lib/copy-text.ts";

/** Of the debate's picture, which is what is shown there. */
const PICTURE_SIZE = { width: 600, height: 315 };

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What another site has to write to show a debate: the same as it would be told by oEmbed. */
export const embedCode = ({ id, topic }: Pick<Debate, "id" | "topic">, origin: string): string =>
  `<iframe src="${origin}/embed/debate/${id}" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" ` +
  `title="${escaped(topic)}" loading="lazy"></iframe>`;

const WIDTH = "min(36rem, calc(100vw - 2rem))";
const WIDE = { w: WIDTH, maxW: WIDTH };

const Code = styled("textarea", {
  base: {
    p: "3",
    minH: "6rem",
    fontFamily: "code",
    fontSize: "13",
    bg: "sunken",
    color: "ink",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    resize: "none",
  },
});

interface EmbedDialogProps {
  debate: Debate;
  onClose: () => void;
}

/** The code that shows a debate on another site, to be copied. */
const EmbedDialog = ({ debate, onClose }: EmbedDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const entry = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const code = embedCode(debate, window.location.origin);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const copy = async () => {
    entry.current?.select();
    const isCopied = await copyText(
      code,
      { title: "Code copied", description: "Paste it where the debate is to be shown." },
      "The code could not be copied. It is selected: copy it yourself.",
    );
    if (isCopied) close();
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose} css={WIDE}>
      <SectionTitle id={id}>Embed this debate</SectionTitle>
      <Muted>Its picture, with a link to it, on any site.</Muted>
      <Code ref={entry} readOnly value={code} aria-label="Code to embed" spellCheck={false} />
      <Row css={{ justifyContent: "flex-end" }}>
        <Button onClick={close}>Cancel</Button>
        <Button look="solid" onClick={() => void copy()}>
          <Copy size={16} />
          Copy code
        </Button>
      </Row>
    </Dialog>
  );
};

export default EmbedDialog;

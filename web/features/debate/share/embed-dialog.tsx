import { Copy } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { EMBED_SIZE_PX, buildEmbedCode } from "#shared/domain/debates/sharing/embed-code.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";

const DIALOG_WIDTH = "min(36rem, calc(100vw - 2rem))";
const WIDE_DIALOG_STYLE = { w: DIALOG_WIDTH, maxW: DIALOG_WIDTH };

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

/** Shows the HTML code that embeds a debate on another site. */
const EmbedDialog = ({ debate, onClose }: EmbedDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const codeField = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const src = `${window.location.origin}/embed/debate/${debate.id}`;
  const code = buildEmbedCode({
    src,
    title: debate.topic,
    language: debate.language,
    ...EMBED_SIZE_PX,
  });
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const copy = async () => {
    codeField.current?.select();
    const isCopied = await copyToClipboard(
      code,
      { title: "Code copied", description: "Paste it into your page." },
      "Couldn’t copy the code. It’s selected: press Ctrl+C or ⌘C.",
    );
    if (isCopied) close();
  };
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose} css={WIDE_DIALOG_STYLE}>
      <SectionTitle id={id}>Embed this debate</SectionTitle>
      <Muted>Show its picture with a link on any site.</Muted>
      <Code ref={codeField} readOnly value={code} aria-label="Embed code" spellCheck={false} />
      <Row css={{ justifyContent: "flex-end" }}>
        <Button onClick={close}>Cancel</Button>
        <Button variant="solid" onClick={() => void copy()}>
          <Copy size={16} />
          Copy code
        </Button>
      </Row>
    </Dialog>
  );
};

export default EmbedDialog;

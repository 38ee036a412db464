import { CodeXml, Copy } from "lucide-react";
import { useId, useRef } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { floating } from "#web/components/theme/surfaces.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { embedCode } from "./embed-code.ts";

const Dialog = styled("dialog", {
  base: {
    ...floating,
    m: "auto",
    w: "min(36rem, calc(100vw - 2rem))",
    p: "6",
    color: "ink",
    _open: { display: "grid", gap: "3", animation: "rise 160ms ease-out" },
    _backdrop: { bg: "rgba(5, 7, 12, 0.6)" },
  },
});

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

/** The code that shows a debate on another site, to be copied. */
export const Embed = ({ debate }: { debate: Pick<Debate, "id" | "topic"> }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const code = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const open = () => {
    if (code.current) code.current.value = embedCode(debate, window.location.origin);
    dialog.current?.showModal();
  };
  const copy = async () => {
    code.current?.select();
    try {
      await navigator.clipboard.writeText(code.current?.value ?? "");
      toast({ title: "Code copied", description: "Paste it where the debate is to be shown." });
      dialog.current?.close();
    } catch {
      toastError(new Error("The code could not be copied. It is selected: copy it yourself."));
    }
  };
  return (
    <>
      <Button onClick={open}>
        <CodeXml size={16} />
        Embed
      </Button>
      <Dialog ref={dialog} aria-labelledby={id}>
        <SectionTitle id={id}>Embed this debate</SectionTitle>
        <Muted>Its picture, with a link to it, on any site.</Muted>
        <Code ref={code} readOnly aria-label="Code to embed" spellCheck={false} />
        <Row css={{ justifyContent: "flex-end" }}>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button look="solid" onClick={() => void copy()}>
            <Copy size={16} />
            Copy code
          </Button>
        </Row>
      </Dialog>
    </>
  );
};

import { Button } from "#web/components/ui/button.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { copyText } from "#web/lib/copy-text.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { SIGNED_OUT_ELSEWHERE } from "./use-account-act.ts";

const Codes = styled("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
    columnGap: "6",
    rowGap: "2",
    fontFamily: "code",
    fontSize: "14",
  },
});

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shows new recovery codes, once. */
export const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    copyText(
      text,
      { title: "Copied" },
      "The codes could not be copied. Save them as a file instead.",
    );
  return (
    <>
      <Notice tone="warning" role="status">
        Keep these recovery codes where you find them without your phone. Each signs you in once, in
        place of the app. They are shown this once. {SIGNED_OUT_ELSEWHERE}
      </Notice>
      <Codes aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() => saveFile("recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
        >
          Save as a file
        </Button>
        <Button look="solid" onClick={onKept}>
          I have kept them
        </Button>
      </Row>
      <Muted css={{ fontSize: "14" }}>Whoever has one and your password can sign in as you.</Muted>
    </>
  );
};

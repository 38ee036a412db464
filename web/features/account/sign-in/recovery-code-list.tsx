import { Button } from "#web/components/ui/controls/button.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { SIGNED_OUT_ELSEWHERE_TEXT } from "../use-account-mutation.ts";

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

interface RecoveryCodeListProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shows new recovery codes, once. */
export const RecoveryCodeList = ({ codes, onKept }: RecoveryCodeListProps) => {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    copyToClipboard(
      text,
      { title: "Copied" },
      "The codes could not be copied. Save them as a file instead.",
    );
  return (
    <>
      <Notice tone="warning" role="status">
        Keep these recovery codes where you find them without your phone. Each signs you in once, in
        place of the app. They are shown this once. {SIGNED_OUT_ELSEWHERE_TEXT}
      </Notice>
      <Codes aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() =>
            downloadFile("recovery-codes.txt", new Blob([text], { type: "text/plain" }))
          }
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

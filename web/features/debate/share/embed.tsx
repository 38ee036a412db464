import { CodeXml } from "lucide-react";
import { Suspense, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { embedCode } from "./embed-code.ts";

const EmbedDialog = splitOptional(() => import("./embed-dialog.tsx"));

/** Offers the code that shows a debate on another site. */
export const Embed = ({ debate }: { debate: Pick<Debate, "id" | "topic"> }) => {
  const [code, setCode] = useState<string | null>(null);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setCode(embedCode(debate, window.location.origin))}
      >
        <CodeXml size={16} />
        Embed
      </Button>
      {/* The page stays while its code comes. */}
      <Suspense>
        {code !== null && <EmbedDialog code={code} onClose={() => setCode(null)} />}
      </Suspense>
    </>
  );
};

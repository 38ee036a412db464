import { z } from "zod";

const ClientData = z.object({ challenge: z.string() });

/** What a browser says that its passkey was to sign; null for what no browser says. */
export const challengeIn = (clientData: string): string | null => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, "base64url").toString("utf8")))
      .challenge;
  } catch {
    return null;
  }
};

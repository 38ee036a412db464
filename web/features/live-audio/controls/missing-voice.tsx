import { useContext } from "react";
import { describeMissingVoice } from "#shared/domain/audio/voice-languages.ts";
import { DebateLanguage } from "#web/components/debate/debate-language.ts";
import { useIsVoiceMissing } from "#web/lib/tts-status.ts";

/** Says why the page's debate is not spoken. */
export const MissingVoice = () => {
  const language = useContext(DebateLanguage);
  return useIsVoiceMissing()
    ? describeMissingVoice(language)
    : "No voice is set up. You can only read the turns.";
};

import { useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { LanguageOptions } from "#web/components/debate/starting/language-options.tsx";
import { getLanguageName } from "#shared/domain/debates/language/language.ts";
import { Select } from "#web/components/ui/controls/select.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebateValues } from "./new-debate-values.ts";
import { useDetectedLanguage } from "./use-detected-language.ts";

const Frame = styled("label", { base: { display: "flex", alignItems: "center", gap: "2" } });
const Label = styled("strong", { base: { fontSize: "14", fontWeight: 600 } });

interface LanguageFieldProps {
  form: UseFormReturn<NewDebateValues>;
  /** Called with the chosen or detected language tag; empty if there is none. */
  onLanguage: (language: string) => void;
}

/** Shows the language that is detected from the topic, and lets the user choose another. */
const LanguageField = ({ form, onLanguage }: LanguageFieldProps) => {
  const [topic, chosen] = useWatch({ control: form.control, name: ["topic", "language"] });
  const detected = useDetectedLanguage(topic);
  const language = chosen ?? detected ?? "";
  useEffect(() => {
    onLanguage(language);
    return () => onLanguage("");
  }, [language, onLanguage]);
  return (
    <Frame>
      <Label>Language</Label>
      <Select
        css={{ flex: 1, minW: 0, textOverflow: "ellipsis" }}
        value={chosen ?? ""}
        onChange={({ currentTarget }) =>
          form.setValue("language", currentTarget.value || undefined)
        }
      >
        <option value="">
          {detected ? `${getLanguageName(detected)} (auto)` : "Any language"}
        </option>
        <LanguageOptions />
      </Select>
    </Frame>
  );
};

export default LanguageField;

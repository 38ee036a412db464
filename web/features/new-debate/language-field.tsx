import { type UseFormReturn, useWatch } from "react-hook-form";
import { LANGUAGES, type Language, TESTED_LANGUAGES } from "#shared/domain/debates/language.ts";
import { Select } from "#web/components/ui/controls/select.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebateValues } from "./new-debate-values.ts";
import { useDetectedLanguage } from "./use-detected-language.ts";

const Frame = styled("label", { base: { display: "flex", alignItems: "center", gap: "2" } });
const Label = styled("strong", { base: { fontSize: "14", fontWeight: 600 } });

const NAMES = new Intl.DisplayNames("en", { type: "language" });
const getName = (language: Language): string => NAMES.of(language) ?? language;

const OTHER_LANGUAGES = LANGUAGES.slice(TESTED_LANGUAGES.length).toSorted((a, b) =>
  getName(a).localeCompare(getName(b), "en"),
);

/** Shows the language that is detected from the topic, and lets the user choose another. */
const LanguageField = ({ form }: { form: UseFormReturn<NewDebateValues> }) => {
  const [topic, chosen] = useWatch({ control: form.control, name: ["topic", "language"] });
  const detected = useDetectedLanguage(topic);
  return (
    <Frame>
      <Label>Language</Label>
      <Select
        css={{ flex: 1, minW: 0, textOverflow: "ellipsis" }}
        value={chosen ?? ""}
        onChange={({ currentTarget }) =>
          form.setValue(
            "language",
            LANGUAGES.find((tag) => tag === currentTarget.value),
          )
        }
      >
        <option value="">{detected ? `${getName(detected)} (auto)` : "Any language"}</option>
        {[...TESTED_LANGUAGES, ...OTHER_LANGUAGES].map((language) => (
          <option key={language} value={language}>
            {getName(language)}
          </option>
        ))}
      </Select>
    </Frame>
  );
};

export default LanguageField;

import { TextArea } from "#web/components/ui/controls/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** The field for a new debate's topic, which grows with its text from two to eight lines. */
export const TopicTextArea = styled(TextArea, {
  base: {
    minH: "calc(2lh + 1.125rem)",
    maxH: "calc(8lh + 1.125rem)",
    fieldSizing: "content",
    fontSize: "20",
    fontFamily: "display",
    /* The display font has only a bold style. Scripts that it lacks are made bold to match. */
    fontWeight: 700,
    /* The placeholder's font differs from that of the user's text. */
    _placeholder: { fontFamily: "text", fontSize: "16", fontWeight: 400 },
  },
});

import { LongText, type TextSection } from "#web/components/ui/long-text.tsx";
import { Collected, Introduction, Used } from "./collecting.tsx";
import { Additional, Changes, Contact, Deletion, Rights } from "./rights.tsx";
import { Advertising, Cookies, Security, Shared } from "./sharing.tsx";

const SECTIONS: readonly TextSection[] = [
  { id: "introduction", title: "Introduction", Body: Introduction },
  { id: "collect", title: "Information We Collect", Body: Collected },
  { id: "use", title: "How We Use Your Information", Body: Used },
  { id: "share", title: "How We Share Your Information", Body: Shared },
  { id: "cookies", title: "Cookies and Similar Technologies", Body: Cookies },
  { id: "advertising", title: "Advertising Service", Body: Advertising },
  { id: "security", title: "Data Security and Retention", Body: Security },
  { id: "rights", title: "Your Rights and Choices", Body: Rights },
  { id: "deletion", title: "Data Deletion Requests", Body: Deletion },
  { id: "additional", title: "Additional Important Information", Body: Additional },
  { id: "changes", title: "Changes to This Policy", Body: Changes },
  { id: "contact", title: "Contact Us", Body: Contact },
];

export const PrivacyPolicy = () => <LongText sections={SECTIONS} />;

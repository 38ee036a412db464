import type { FunctionComponent } from "react";
import { Contents, LongText, Prose, ProseSection } from "#web/components/prose.tsx";
import { Collected, Introduction, Used } from "./collecting.tsx";
import { Additional, Changes, Contact, Deletion, Rights } from "./rights.tsx";
import { Advertising, Cookies, Security, Shared } from "./sharing.tsx";

interface Section {
  id: string;
  title: string;
  Body: FunctionComponent;
}

/** The policy, in its order. */
const SECTIONS: readonly Section[] = [
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

export const PrivacyPolicy = () => (
  <LongText>
    <Prose>
      {SECTIONS.map(({ id, title, Body }) => (
        <ProseSection key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <Body />
        </ProseSection>
      ))}
    </Prose>
    <Contents sections={SECTIONS} />
  </LongText>
);

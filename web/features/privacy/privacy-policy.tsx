import { LongText, type TextSection } from "#web/components/ui/page/long-text.tsx";
import {
  CollectedDataSection,
  IntroductionSection,
  DataUseSection,
} from "./collection-sections.tsx";
import {
  AdditionalSection,
  PolicyChangesSection,
  ContactSection,
  DeletionSection,
  RightsSection,
} from "./rights-sections.tsx";
import {
  AdvertisingSection,
  CookiesSection,
  SecuritySection,
  DataSharingSection,
} from "./sharing-sections.tsx";

const SECTIONS: readonly TextSection[] = [
  { id: "introduction", title: "Introduction", Body: IntroductionSection },
  { id: "collect", title: "Information We Collect", Body: CollectedDataSection },
  { id: "use", title: "How We Use Your Information", Body: DataUseSection },
  { id: "share", title: "How We Share Your Information", Body: DataSharingSection },
  { id: "cookies", title: "Cookies and Similar Technologies", Body: CookiesSection },
  { id: "advertising", title: "Advertising Service", Body: AdvertisingSection },
  { id: "security", title: "Data Security and Retention", Body: SecuritySection },
  { id: "rights", title: "Your Rights and Choices", Body: RightsSection },
  { id: "deletion", title: "Data Deletion Requests", Body: DeletionSection },
  { id: "additional", title: "Additional Important Information", Body: AdditionalSection },
  { id: "changes", title: "Changes to This Policy", Body: PolicyChangesSection },
  { id: "contact", title: "Contact Us", Body: ContactSection },
];

export const PrivacyPolicy = () => <LongText sections={SECTIONS} />;

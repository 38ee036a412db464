import { useCompanyInfo } from "#web/lib/config.tsx";

interface ContactEmailLinkProps {
  subject?: string;
}

export const ContactEmailLink = ({ subject }: ContactEmailLinkProps) => {
  const { email } = useCompanyInfo();
  const query = subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`;
  return <a href={`mailto:${email}${query}`}>{email}</a>;
};

import { useCompany } from "#web/lib/use-company.ts";

interface MailLinkProps {
  subject?: string;
}

export const MailLink = ({ subject }: MailLinkProps) => {
  const { email } = useCompany();
  const query = subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`;
  return <a href={`mailto:${email}${query}`}>{email}</a>;
};

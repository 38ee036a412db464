import { useConfig } from "#web/lib/config.tsx";

interface PageHeadProps {
  /** The page's own part of the title; none for the home page. */
  title?: string;
  description: string;
}

/** The title and description of a page; React puts them into the head. */
export const PageHead = ({ title, description }: PageHeadProps) => {
  const product = useConfig()?.productName ?? "Chatbot Debate";
  return (
    <>
      <title>{title === undefined ? product : `${title} | ${product}`}</title>
      <meta name="description" content={description} />
    </>
  );
};

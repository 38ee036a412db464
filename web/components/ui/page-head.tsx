import { createContext, useContext } from "react";
import { useLocation } from "react-router-dom";
import { useConfig } from "#web/lib/config.tsx";

/** Where the product lives: previews of a page name its address and picture in full. */
export const OriginContext = createContext("");

const DEFAULT_PICTURE = "/downloadable/share-image.png";

interface PageHeadProps {
  /** The page's own part of the title; none for the home page. */
  title?: string;
  description: string;
  /** The path of the 1200x630 picture that is shown where the page is shared. */
  picture?: string;
  /** The path, with its query, of what is shared, where that is only a part of the page. */
  path?: string;
  /** Search engines are not to know it; `secret`: and previews tell nothing of it. */
  isUnlisted?: boolean | "secret";
}

/** What a page is called, in its tab, in search results and where it is shared. React hoists it. */
export const PageHead = (props: PageHeadProps) => {
  const { title, description, picture, path, isUnlisted = false } = props;
  const product = useConfig()?.productName ?? "Chatbot Debate";
  const fullTitle = title === undefined ? product : `${title} | ${product}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isUnlisted && <meta name="robots" content="noindex" />}
      {isUnlisted !== "secret" && (
        <Preview
          product={product}
          title={title ?? product}
          description={description}
          picture={picture ?? DEFAULT_PICTURE}
          path={path}
          isListed={!isUnlisted}
        />
      )}
    </>
  );
};

interface PreviewProps {
  product: string;
  title: string;
  description: string;
  picture: string;
  path: string | undefined;
  isListed: boolean;
}

const Preview = (props: PreviewProps) => {
  const { product, title, description, picture, path, isListed } = props;
  const origin = useContext(OriginContext);
  const url = origin + useLocation().pathname;
  return (
    <>
      {isListed && <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={product} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={path === undefined ? url : origin + path} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={origin + picture} />
    </>
  );
};

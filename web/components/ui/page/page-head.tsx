import { createContext, useContext } from "react";
import { useLocation } from "react-router-dom";
import { useConfig } from "#web/lib/config.tsx";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";

/** Public origin of the app, for absolute URLs in link previews. */
export const OriginContext = createContext("");

const DEFAULT_SHARE_IMAGE = "/downloadable/share-image.png";

interface PageHeadProps {
  /** The page's part of the document title. The home page has none. */
  title?: string;
  /** Language of the title, if that is a text of a debate. */
  language?: LanguageTag;
  description: string;
  /** Path of the preview image, which is 1200x630 pixels. */
  picture?: string;
  /** Path and query of link previews, if the link leads to a part of the page such as a turn. */
  path?: string;
  /** Excludes the page from search engines; `secret` also omits link previews. */
  isUnlisted?: boolean | "secret";
}

/** The document's title and meta tags. React moves them into the head. */
export const PageHead = (props: PageHeadProps) => {
  const { title, language, description, picture, path, isUnlisted = false } = props;
  const product = useConfig()?.productName ?? "Chatbot Debate";
  const fullTitle = title === undefined ? product : `${title} | ${product}`;
  return (
    <>
      <title {...(language && getTextAttributes(language, title))}>{fullTitle}</title>
      <meta name="description" content={description} />
      {isUnlisted && <meta name="robots" content="noindex" />}
      {isUnlisted !== "secret" && (
        <SocialMeta
          product={product}
          title={title ?? product}
          description={description}
          picture={picture ?? DEFAULT_SHARE_IMAGE}
          path={path}
          isListed={!isUnlisted}
        />
      )}
    </>
  );
};

interface SocialMetaProps {
  product: string;
  title: string;
  description: string;
  picture: string;
  path: string | undefined;
  isListed: boolean;
}

const SocialMeta = (props: SocialMetaProps) => {
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

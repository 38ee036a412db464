import { sample } from "openapi-sampler";
import type { oas31 } from "zod-openapi";

type Media = Record<string, oas31.MediaTypeObject>;

const exemplify = (content: Media | undefined, document: oas31.OpenAPIObject): void => {
  const json = content?.["application/json"];
  if (json?.schema) json.example = sample(json.schema, {}, document);
};

const contents = (operation: oas31.OperationObject): (Media | undefined)[] =>
  [operation.requestBody, ...Object.values(operation.responses ?? {})].map((part) =>
    part && "content" in part ? part.content : undefined,
  );

export const withExamples = (document: oas31.OpenAPIObject): oas31.OpenAPIObject => {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path))
      for (const content of contents(operation)) exemplify(content, document);
  return document;
};

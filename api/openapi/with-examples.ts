import { sample } from "openapi-sampler";
import type { oas31 } from "zod-openapi";

type ContentByType = Record<string, oas31.MediaTypeObject>;

const addExample = (content: ContentByType | undefined, document: oas31.OpenAPIObject): void => {
  const json = content?.["application/json"];
  if (json?.schema) json.example = sample(json.schema, {}, document);
};

const listContents = (operation: oas31.OperationObject): (ContentByType | undefined)[] =>
  [operation.requestBody, ...Object.values(operation.responses ?? {})].map((part) =>
    part && "content" in part ? part.content : undefined,
  );

export const withExamples = (document: oas31.OpenAPIObject): oas31.OpenAPIObject => {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path))
      for (const content of listContents(operation)) addExample(content, document);
  return document;
};

import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** The part of kustomize that the overlays use. Anything else is an error. */
const Kustomization = z.strictObject({
  apiVersion: z.literal("kustomize.config.k8s.io/v1beta1"),
  kind: z.literal("Kustomization"),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }))
    .default([]),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string() }),
        patch: z.string(),
      }),
    )
    .default([]),
});
const Patch = z.array(
  z.strictObject({ op: z.enum(["add", "replace"]), path: z.string(), value: z.unknown() }),
);

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

const applyPatchStep = (
  manifest: Tree,
  { op, path: at, value }: z.infer<typeof Patch>[number],
): void => {
  const [last = "", ...above] = at.split("/").slice(1).toReversed();
  const parent = above.reduceRight<unknown>(
    (tree, key) => (isTree(tree) ? tree[key] : undefined),
    manifest,
  );
  if (!isTree(parent) || (op === "replace" && !(last in parent)))
    throw new Error(`there is no ${at} to ${op}`);
  parent[last] = value;
};

const replaceImages = (tree: unknown, images: ReadonlyMap<string, string>): void => {
  if (!isTree(tree)) return;
  const { image } = tree;
  if (typeof image === "string") tree["image"] = images.get(image) ?? image;
  for (const value of Object.values(tree)) replaceImages(value, images);
};

const readFile = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, "utf8")).map((document) => Manifest.parse(document.toJS()));

/**
 * Returns the manifests that `kubectl kustomize` would build from a folder, in the order of its
 * resources.
 */
export const kustomize = (folder: string): Manifest[] => {
  const text = readFileSync(path.join(folder, "kustomization.yaml"), "utf8");
  const { namespace, resources, images, patches } = Kustomization.parse(parse(text));
  const manifests = resources
    .map((resource) => path.join(folder, resource))
    .flatMap((at) => (statSync(at).isDirectory() ? kustomize(at) : readFile(at)));
  for (const { target, patch } of patches) {
    const patched = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
    );
    if (patched.length !== 1) throw new Error(`${patched.length} are patched as ${target.name}`);
    for (const manifest of patched)
      for (const step of Patch.parse(parse(patch))) applyPatchStep(manifest, step);
  }
  const named = new Map(
    images.map(({ name, newName, newTag }) => [name, `${newName}:${newTag}`] as const),
  );
  for (const manifest of manifests) {
    replaceImages(manifest, named);
    if (namespace !== undefined && manifest.kind !== "Namespace")
      manifest.metadata.namespace = namespace;
  }
  return manifests;
};

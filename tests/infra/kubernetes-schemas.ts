import { ScaledObject, TriggerAuthentication } from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { CronJob, Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from "kubernetes-models/v1";
import type { Manifest } from "./kustomize.ts";

const MODELS = [
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ScaledObject,
  Secret,
  Service,
  StatefulSet,
  TriggerAuthentication,
];

/** Returns a copy of the value. The copy removes a field from `unread` when the field is read. */
const trackReads = (value: unknown, at: string, unread: Set<string>): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, inner] of Object.entries(value)) {
    const field = `${at}/${key}`;
    const seen = trackReads(inner, field, unread);
    unread.add(field);
    Object.defineProperty(copy, key, {
      enumerable: true,
      get: () => (unread.delete(field), seen),
    });
  }
  return copy;
};

/**
 * Returns the unknown fields of a manifest, which a cluster would drop. The schema's validator
 * accepts unknown fields, but never reads them, so the unread fields are the unknown ones. Throws
 * the errors that the validator does find.
 */
export const listUnknownFields = (manifest: Manifest): string[] => {
  const { apiVersion, kind } = manifest;
  const Model = MODELS.find((each) => each.kind === kind && each.apiVersion === apiVersion);
  if (!Model) throw new Error(`no schema is here for ${apiVersion} ${kind}`);
  const unread = new Set<string>();
  Model.prototype.validate.call(trackReads(manifest, "", unread));
  return [...unread];
};

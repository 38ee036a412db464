import ts from "typescript";
import type { GuardEdit } from "./guard-edit.ts";

/** Calls with an external effect, by the name of the called function. */
const EFFECT_CALLS: Record<string, (call: ts.CallExpression) => boolean> = {
  after: () => true,
  runEffect: () => true,
  /**
   * The `enqueue` of a queue takes a job and a payload. The `enqueue` of a stream takes one
   * argument and has no external effect.
   */
  enqueue: ({ arguments: { length } }) => length >= 2,
  emit: () => true,
  serverSideEmit: () => true,
  socketsLeave: () => true,
  disconnectSockets: () => true,
};

/** Returns the last name of `a.b.c` or of a private `this.#c`; undefined for other expressions. */
export const getCalleeName = (callee: ts.Expression): string | undefined => {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
};

const isAnnouncement = ({ expression: callee }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(callee) && getCalleeName(callee.expression) === "announce";

/** Whether the effect only logs or counts, which tests need not check. */
const isLogOrMetric = ({ arguments: [effect] }: ts.CallExpression): boolean =>
  effect !== undefined &&
  ts.isArrowFunction(effect) &&
  /\b(?:logger\.(?:debug|info)|\w+\.inc)\(/.test(effect.body.getText());

const isEffect = (node: ts.Node): node is ts.CallExpression => {
  if (!ts.isCallExpression(node) || isLogOrMetric(node)) return false;
  const name = getCalleeName(node.expression);
  const hasEffect =
    name !== undefined && Object.hasOwn(EFFECT_CALLS, name) && EFFECT_CALLS[name]?.(node);
  return Boolean(hasEffect) || isAnnouncement(node);
};

/**
 * Returns the call together with all calls that are chained to its result, because without the call
 * there would be no result.
 */
const getOutermostCall = (call: ts.CallExpression): ts.CallExpression => {
  const { parent } = call;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== call) return call;
  return ts.isCallExpression(parent.parent) ? getOutermostCall(parent.parent) : call;
};

/** Finds all calls with an external effect. Of nested calls, finds only the outermost. */
export const findEffects = (node: ts.Node): GuardEdit[] => {
  if (!isEffect(node)) return node.getChildren().flatMap(findEffects);
  const whole = getOutermostCall(node);
  return [
    {
      guard: "effect",
      start: whole.getStart(),
      end: whole.getEnd(),
      by: "undefined",
      means: "nothing",
    },
  ];
};

import ts from "typescript";
import type { GuardEdit } from "./guard-edit.ts";

/** How the outside world is told something, by the name of what is called. */
const EFFECT_CALLS: Record<string, (call: ts.CallExpression) => boolean> = {
  after: () => true,
  runEffect: () => true,
  /** A queue's, with a job and its payload; a stream has one too. */
  enqueue: ({ arguments: { length } }) => length >= 2,
  emit: () => true,
  serverSideEmit: () => true,
  socketsLeave: () => true,
  disconnectSockets: () => true,
};

/** The last part of `a.b.c`, or of a private `this.#c`. */
export const getCalleeName = (callee: ts.Expression): string | undefined => {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
};

const isAnnouncement = ({ expression: callee }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(callee) && getCalleeName(callee.expression) === "announce";

/** A line in the log, or a count, is no promise to anyone. */
const isLogOrMetric = ({ arguments: [effect] }: ts.CallExpression): boolean =>
  effect !== undefined &&
  ts.isArrowFunction(effect) &&
  /\b(?:logger\.(?:debug|info)|\w+\.inc)\(/.test(effect.body.getText());

const isEffect = (node: ts.Node): node is ts.CallExpression => {
  if (!ts.isCallExpression(node) || isLogOrMetric(node)) return false;
  const name = getCalleeName(node.expression);
  const tells =
    name !== undefined && Object.hasOwn(EFFECT_CALLS, name) && EFFECT_CALLS[name]?.(node);
  return Boolean(tells) || isAnnouncement(node);
};

/** With whatever is asked of its answer, of which there would be none. */
const getOutermostCall = (call: ts.CallExpression): ts.CallExpression => {
  const { parent } = call;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== call) return call;
  return ts.isCallExpression(parent.parent) ? getOutermostCall(parent.parent) : call;
};

/** Every call that tells the outside world something, the outermost of those in one another. */
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

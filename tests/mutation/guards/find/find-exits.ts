import ts from "typescript";
import type { GuardEdit, GuardProbe } from "./guard-edit.ts";
import { getCalleeName } from "./find-effects.ts";

/** Methods that end a request, a connection or a job. */
const TERMINATING_CALLS = new Set([
  "abort",
  "close",
  "cut",
  "destroy",
  "disconnect",
  "end",
  "reject",
  "stop",
]);

/** Names of functions that throw unless a condition holds. */
const GUARD_CALL_PATTERN = /^(?:admit|assert|refuse|require)(?=[A-Z]|$)|^throwIfAborted$/;

/** Returns the call that a statement consists of, with or without `await`. */
const callIn = (statement: ts.Node): ts.CallExpression | undefined => {
  if (!ts.isExpressionStatement(statement)) return undefined;
  let { expression } = statement;
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression))
    expression = expression.expression;
  return ts.isCallExpression(expression) ? expression : undefined;
};

const calledIn = (statement: ts.Node): string => {
  const call = callIn(statement);
  return (call && getCalleeName(call.expression)?.replace("#", "")) ?? "";
};

/**
 * Returns the last statement of a branch if it leaves the function or loop, or calls a method that
 * ends something.
 */
const exitOf = (branch: ts.Statement): ts.Statement | undefined => {
  if (ts.isBlock(branch)) {
    const last = branch.statements.at(-1);
    return last && exitOf(last);
  }
  const isExit =
    ts.isReturnStatement(branch) ||
    ts.isThrowStatement(branch) ||
    ts.isContinueStatement(branch) ||
    ts.isBreakStatement(branch) ||
    TERMINATING_CALLS.has(calledIn(branch)) ||
    GUARD_CALL_PATTERN.test(calledIn(branch));
  return isExit ? branch : undefined;
};

/** Returns the edit that makes a branch such as `if (…) throw …` unreachable. */
const inBranch = (branch: ts.Statement): GuardEdit[] => {
  const { parent } = branch;
  const exit = exitOf(branch);
  if (!exit || !ts.isIfStatement(parent)) return [];
  const condition = parent.expression;
  const isElse = branch === parent.elseStatement;
  return [
    {
      guard: "exit",
      start: condition.getStart(),
      end: condition.getEnd(),
      by: isElse ? "(($&) || true)" : "(($&) && false)",
      means: isElse ? "true" : "false",
      shown: `if (${condition.getText()}) ${isElse ? "… else " : ""}${exit.getText()}`,
      probe: (id) => ({ before: `noteExit(${id}, ${String(!isElse)}, `, after: ")" }),
    },
  ];
};

/** Whether the statement is the exit of a branch, which is removed together with the branch. */
const isExitOfBranch = (statement: ts.Node): boolean => {
  const { parent } = statement;
  const isLast = ts.isBlock(parent) && parent.statements.at(-1) === statement;
  return ts.isIfStatement(isLast ? parent.parent : parent);
};

/** Returns the edit that removes a call such as `requireX(…)`. */
const findGuardCallEdits = (statement: ts.Node): GuardEdit[] => {
  const call = callIn(statement);
  if (!call || !GUARD_CALL_PATTERN.test(calledIn(statement)) || isExitOfBranch(statement))
    return [];
  // A call that contains `await` cannot be moved into a synchronous arrow function.
  const wholeCall: GuardProbe = /\bawait\b/.test(call.getText())
    ? (id) => ({ before: `(noteExit(${id}, true, true), `, after: ")" })
    : (id) => ({ before: `noteThrown(${id}, () => `, after: ")" });
  return [
    {
      guard: "exit",
      start: call.getStart(),
      end: call.getEnd(),
      by: "undefined",
      means: "nothing",
      probe: wholeCall,
    },
  ];
};

/** Finds all branches that exit early, and all calls that throw unless a condition holds. */
export const findExits = (node: ts.Node): GuardEdit[] => {
  const branches = ts.isIfStatement(node) ? [node.thenStatement, node.elseStatement] : [];
  return [
    ...branches.flatMap((branch) => (branch ? inBranch(branch) : [])),
    ...findGuardCallEdits(node),
    ...node.getChildren().flatMap(findExits),
  ];
};

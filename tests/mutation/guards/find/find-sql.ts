import ts from "typescript";
import type { GuardEdit } from "./guard-edit.ts";
import { findConditions, findConditionParts } from "./find-conditions.ts";
import { findLocks } from "./find-locks.ts";
import { PLACEHOLDER } from "./sql-tokens.ts";

type Literal = ts.StringLiteralLike | ts.TemplateExpression;

const isLiteral = (node: ts.Node): node is Literal =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

const literalsIn = (node: ts.Node): Literal[] => [
  ...(isLiteral(node) ? [node] : []),
  ...node.getChildren().flatMap(literalsIn),
];

interface Placeholder {
  expression: ts.Expression;
  /** Offset of the opening `${` in the file. */
  start: number;
  /** Offset after the closing `}` in the file. */
  end: number;
}

const placeholdersOf = (literal: Literal): Placeholder[] =>
  ts.isTemplateExpression(literal)
    ? literal.templateSpans.map(({ expression, literal: rest }) => ({
        expression,
        start: expression.getFullStart() - "${".length,
        end: rest.getStart() + "}".length,
      }))
    : [];

/**
 * Returns the text between the quotes. Each placeholder is replaced by a text of the same length,
 * so that offsets stay valid.
 */
const sqlOf = (literal: Literal): string => {
  const from = literal.getStart();
  let sql = literal.getText();
  for (const { start, end } of placeholdersOf(literal))
    sql = sql.slice(0, start - from) + PLACEHOLDER.repeat(end - start) + sql.slice(end - from);
  return sql.slice(1, -1);
};

const moved = (edit: GuardEdit, by: number): GuardEdit => ({
  ...edit,
  start: edit.start + by,
  end: edit.end + by,
});

/** Runs `find` on the text of a literal, and converts the found offsets to offsets in the file. */
const findIn = (literal: Literal, find: (sql: string) => GuardEdit[]): GuardEdit[] => {
  const from = literal.getStart() + 1;
  return find(sqlOf(literal)).map((edit) => moved(edit, from));
};

/** Returns the top-level constants of a file, by name. */
const constantsOf = (file: ts.SourceFile): Map<string, ts.Expression> => {
  const found = new Map<string, ts.Expression>();
  for (const { declarationList } of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) found.set(name.text, initializer);
  return found;
};

/**
 * Returns the literals that an expression may stand for. For `TABLE[x]` these are all literals in
 * TABLE, for `TABLE[x].where` only those of properties named `where`.
 */
const literalsBehind = (
  expression: ts.Expression,
  constants: ReadonlyMap<string, ts.Expression>,
): Literal[] => {
  if (ts.isPropertyAccessExpression(expression))
    return literalsBehind(expression.expression, constants).filter(
      ({ parent }) =>
        ts.isPropertyAssignment(parent) && parent.name.getText() === expression.name.text,
    );
  if (ts.isElementAccessExpression(expression))
    return literalsBehind(expression.expression, constants);
  const constant = ts.isIdentifier(expression) && constants.get(expression.text);
  return constant ? literalsIn(constant) : [];
};

/**
 * Whether the literal is the value of a property `where`. Such a literal is a condition without the
 * keyword WHERE.
 */
const isNamedWhere = ({ parent }: Literal): boolean =>
  ts.isPropertyAssignment(parent) && parent.name.getText() === "where";

const conditionsIn = (literal: Literal): GuardEdit[] =>
  findIn(literal, isNamedWhere(literal) ? findConditionParts : findConditions);

/**
 * Finds all parts of conditions and all locks in the SQL of a file. If a part is a placeholder for
 * one of the file's constants, the parts are searched in that constant.
 */
export const findSql = (file: ts.SourceFile): GuardEdit[] => {
  const constants = constantsOf(file);
  const lookBehind = (literal: Literal, edit: GuardEdit): GuardEdit[] => {
    const whole = placeholdersOf(literal).find(
      ({ start, end }) => start === edit.start && end === edit.end,
    );
    const behind = whole ? literalsBehind(whole.expression, constants) : [];
    const unnamed = behind.filter((each) => !isNamedWhere(each));
    return behind.length > 0 ? unnamed.flatMap((each) => findIn(each, findConditionParts)) : [edit];
  };
  const literals = literalsIn(file);
  return literals
    .flatMap((literal) => conditionsIn(literal).flatMap((edit) => lookBehind(literal, edit)))
    .concat(literals.flatMap((literal) => findIn(literal, findLocks)));
};

const SQL_WORD = /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|AND|SET|JOIN|EXISTS|VALUES)\b/;

/** Returns the parts of a file's SQL statements between the placeholders, with their offsets. */
export const findSqlPieces = (
  file: ts.SourceFile,
): { text: string; start: number; end: number }[] =>
  literalsIn(file).flatMap((literal) => {
    const from = literal.getStart() + 1;
    const sql = sqlOf(literal);
    if (!isNamedWhere(literal) && !SQL_WORD.test(sql)) return [];
    const pieces = sql.matchAll(new RegExp(`[^${PLACEHOLDER}\\\\]+`, "g"));
    return Array.from(pieces, ({ 0: text, index }) => ({
      text,
      start: from + index,
      end: from + index + text.length,
    }));
  });

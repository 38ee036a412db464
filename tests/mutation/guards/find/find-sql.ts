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
  /** Offset of `${`. */
  start: number;
  /** Offset after `}`. */
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

/** The text between the quotes. Each placeholder is replaced by as many characters, so that offsets stay valid. */
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

/** Runs `find` on a literal's text and converts the offsets to those of the file. */
const findIn = (literal: Literal, find: (sql: string) => GuardEdit[]): GuardEdit[] => {
  const from = literal.getStart() + 1;
  return find(sqlOf(literal)).map((edit) => moved(edit, from));
};

/** The top-level constants of a file, by name. */
const constantsOf = (file: ts.SourceFile): Map<string, ts.Expression> => {
  const found = new Map<string, ts.Expression>();
  for (const { declarationList } of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) found.set(name.text, initializer);
  return found;
};

/** The literals that an expression may stand for: `TABLE[x].where` is any `where` in TABLE, `TABLE[x]` any literal. */
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

/** Whether a literal is the value of a property `where`, which is a condition without the keyword. */
const isNamedWhere = ({ parent }: Literal): boolean =>
  ts.isPropertyAssignment(parent) && parent.name.getText() === "where";

const conditionsIn = (literal: Literal): GuardEdit[] =>
  findIn(literal, isNamedWhere(literal) ? findConditionParts : findConditions);

/**
 * Finds every part of a condition and every lock in the SQL of a file. A part that is a placeholder for one of the
 * file's constants is searched in that constant.
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

/** The literal parts of a file's SQL statements between placeholders, with their offsets. */
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

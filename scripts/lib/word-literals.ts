import { parseSync } from '@swc/core';
import { compile } from '../../shared/contract/src/message.ts';
import type { SourceFile } from './repository-checks.ts';

/** A place of a file that does not go through `t` or `<Trans>`, or not as it must; `line` counts from 1. */
export type WordProblem = { line: number; why: 'literal' | 'plural' | 'variable' | 'message' | 'values'; text: string };

export type Node = { type: string; span?: { start: number; end: number }; [name: string]: unknown };
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Attributes and properties whose strings people read. */
const TEXT_NAMES = new Set(
  'title label aria-label aria-description aria-roledescription alt placeholder description text subtitle caption message hint help summary legend heading lead submitLabel confirmLabel cancelLabel question about done doing verb button empty note action rowName search reason disabledReason what one many'.split(
    ' ',
  ),
);
/** Values of `KeyboardEvent.key` and of `DataTransfer.types`, which look like words. */
const KEYS = new Set(['Enter', 'Escape', 'Tab', 'Home', 'End', 'Delete', 'Backspace', 'Files']);
/** What is inside is code, not language. */
const CODE = new Set(['code', 'kbd', 'samp', 'style', 'script']);
const LETTERS = /\p{L}{2}/u;
/** The start of a sentence anywhere: a capital letter and a second word. */
const PROSE = /^[\p{Lu}“]\S*\s+\S/u;
const WORD = /^\p{Lu}\p{Ll}+$/u;
/** A piece of a sentence around a value: two words in lower case, with the space to the value. */
const FRAGMENT = /^\s*\p{Ll}{2,} \p{Ll}[\p{Ll}\s]*\s$|^\s\p{Ll}{2,} \p{Ll}[\p{Ll} ]*$/u;

/** The literal text of a string or template; what is inserted counts as a space. */
export function literalOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return node['value'] as string;
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join(' ');
}

/** The same for reading it: what is inserted counts as something, but not as a word. */
const proseOf = (node: Node): string | null =>
  node.type === 'TemplateLiteral'
    ? (node['quasis'] as { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join('…')
    : literalOf(node);

const WRAPPERS = new Set(['ParenthesisExpression', 'TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression']);
export const unwrapped = (node: Node): Node => (WRAPPERS.has(node.type) ? unwrapped(node['expression'] as Node) : node);

export const nameOf = (node: unknown): string =>
  isNode(node) && typeof node['value'] === 'string' ? node['value'] : '';

/** `n === 1`, `1 === n` and their opposites. */
function comparesWithOne(test: Node): boolean {
  const sides = [test['left'], test['right']];
  return (
    test.type === 'BinaryExpression' &&
    /^[!=]==$/.test(String(test['operator'])) &&
    sides.some((side) => isNode(side) && side.type === 'NumericLiteral' && side['value'] === 1)
  );
}

/** Names of a message's arguments. */
export function argumentsOf(tokens: ReturnType<typeof compile>): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , cases] = token as [string, string?, Record<string, unknown>?];
    const inner = Object.values(cases ?? {}).flatMap((one) =>
      Array.isArray(one) ? argumentsOf(one as ReturnType<typeof compile>) : [],
    );
    return [name, ...inner];
  });
}

/** All places of a file whose words do not go through `t` or `<Trans>`. */
export function wordProblems({ file, text }: SourceFile): WordProblem[] {
  const problems = new Map<number, WordProblem>();
  // Offsets continue those of files that were parsed before; the last character of this one is known.
  const { body } = parseSync(`${text}\n0`, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' });
  const bytes = Buffer.from(text);
  const base = ((body.at(-1) as unknown as Node).span?.end ?? 0) - bytes.length - 2;

  const report = (node: Node, why: WordProblem['why'], what: string): void => {
    const start = (node.span?.start ?? base) - base;
    const line = bytes.subarray(0, start).toString().split('\n').length;
    if (!problems.has(start)) problems.set(start, { line, why, text: what.replace(/\s+/g, ' ').trim().slice(0, 60) });
  };

  /** A message: a literal that compiles, with the values that it names. */
  function checkMessage(message: Node | undefined, values: Node | undefined): void {
    if (!message) return;
    const literal = literalOf(message);
    if (literal === null || (message['expressions'] as unknown[] | undefined)?.length) {
      report(message, 'variable', literal ?? message.type);
      return;
    }
    let named: string[];
    try {
      named = argumentsOf(compile(literal));
    } catch (error) {
      report(message, 'message', (error as Error).message);
      return;
    }
    const given = values?.type === 'ObjectExpression' ? (values['properties'] as Node[]) : [];
    if ((values && values.type !== 'ObjectExpression') || given.some(({ type }) => type === 'SpreadElement')) return;
    const has = new Set(given.map((one) => nameOf(one.type === 'Identifier' ? one : one['key'])));
    if (named.some((name) => !has.has(name)) || [...has].some((name) => !named.includes(name)))
      report(message, 'values', literal);
  }

  /** An expression where people read its value. */
  function visitText(given: Node): void {
    const node = unwrapped(given);
    const literal = literalOf(node);
    if (literal !== null && LETTERS.test(literal)) report(node, 'literal', literal);
    if (node.type === 'ConditionalExpression') {
      visitCondition(node, visitText);
    } else if (node.type === 'BinaryExpression' && /^(?:\?\?|\|\||&&)$/.test(String(node['operator']))) {
      (node['operator'] === '&&' ? visit : visitText)(node['left'] as Node);
      visitText(node['right'] as Node);
    } else visit(node);
  }

  function visitCondition(node: Node, branch: (node: Node) => void): void {
    const [test, yes, no] = [node['test'], node['consequent'], node['alternate']].map((one) => unwrapped(one as Node));
    if (!test || !yes || !no) return;
    const literals = [yes, no].map(literalOf);
    if (comparesWithOne(test) && literals.every((one) => one !== null))
      report(node, 'plural', literals.join(' / ') || 's');
    for (const one of [yes, no]) {
      const literal = literalOf(one);
      if (literal !== null && WORD.test(literal) && !KEYS.has(literal)) report(one, 'literal', literal);
    }
    visit(test);
    branch(yes);
    branch(no);
  }

  function visitElement(node: Node): void {
    const { name, attributes } = node['opening'] as { name: Node; attributes: Node[] };
    const tag = nameOf(name);
    if (tag === 'Trans') {
      const attribute = (wanted: string): Node | undefined => {
        const found = attributes.find((one) => nameOf(one['name']) === wanted)?.['value'];
        if (!isNode(found)) return undefined;
        return found.type === 'JSXExpressionContainer' ? (found['expression'] as Node) : found;
      };
      checkMessage(attribute('id'), attribute('values'));
      for (const one of attributes) if (nameOf(one['name']) !== 'id') visit(one);
      return;
    }
    attributes.forEach(visit);
    if (CODE.has(tag)) return;
    visitChildren(node['children'] as Node[]);
  }

  function visitChildren(children: readonly Node[]): void {
    for (const child of children) {
      if (child.type === 'JSXText') {
        if (LETTERS.test((child['value'] as string).replace(/&\w+;/g, ''))) report(child, 'literal', nameOf(child));
      } else if (child.type === 'JSXExpressionContainer') visitText(child['expression'] as Node);
      else visit(child);
    }
  }

  function visitCall(node: Node): void {
    const callee = node['callee'] as Node;
    const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression);
    const name = nameOf(callee);
    if (callee.type === 'MemberExpression' && nameOf(callee['object']) === 'console') return;
    if (name === 't') {
      checkMessage(given[0], given[1]);
      given.slice(1).forEach(visit);
      return;
    }
    if (name === 'counted' && given[1] && literalOf(given[1]) !== null)
      report(node, 'plural', literalOf(given[1]) ?? '');
    visit(callee);
    for (const one of given) {
      const word = literalOf(unwrapped(one));
      if (word !== null && WORD.test(word) && !KEYS.has(word)) report(one, 'literal', word);
      visit(one);
    }
  }

  /** An error that repeats what the server said has a text for people where it said nothing. */
  function visitThrown({ argument }: Node): void {
    const given = isNode(argument) ? ((argument['arguments'] as { expression: Node }[] | undefined) ?? []) : [];
    for (const { expression } of given)
      if (expression.type === 'BinaryExpression' && expression['operator'] === '??') visit(expression['right']);
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (!isNode(node)) return Object.values(node).forEach(visit);
    const { type } = node;
    if (WRAPPERS.has(type) || type === 'TsNonNullExpression') return visit(node['expression']);
    if (type === 'ThrowStatement') return visitThrown(node);
    if (/^(?:Ts|Import|ExportAll)/.test(type)) return;
    if (type === 'NewExpression' && /(?<!Api)(?:Error|Exception)$/.test(nameOf(node['callee']))) return;
    if (type === 'JSXElement') return visitElement(node);
    if (type === 'JSXFragment') return visitChildren(node['children'] as Node[]);
    if (type === 'CallExpression') return visitCall(node);
    if (type === 'ConditionalExpression') return visitCondition(node, visit);
    const literal = proseOf(node);
    if (literal !== null && PROSE.test(literal) && /\p{Ll}/u.test(literal)) report(node, 'literal', literal);
    const pieces = node.type === 'TemplateLiteral' ? (node['quasis'] as { raw: string }[]) : [];
    if (pieces.some(({ raw }) => FRAGMENT.test(raw))) report(node, 'literal', literal ?? '');
    const value = node['value'] ?? node['right'];
    const isText =
      TEXT_NAMES.has(nameOf(node['name'] ?? node['key'])) ||
      (type === 'AssignmentExpression' && nameOf((node['left'] as Node)['property']) === 'title');
    if (isText && isNode(value)) {
      return visitText(value.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value);
    }
    if (
      /^(?:KeyValueProperty|AssignmentPattern\w*)$/.test(type) &&
      isNode(value) &&
      !nameOf(node['key']).startsWith('data-')
    ) {
      const word = literalOf(unwrapped(value));
      if (word !== null && WORD.test(word) && !KEYS.has(word)) report(value, 'literal', word);
    }
    if (type === 'KeyValueProperty') return visit(value);
    for (const [key, inner] of Object.entries(node)) if (key !== 'span') visit(inner);
  }

  visit(body.slice(0, -1));
  return [...problems.values()].sort((one, other) => one.line - other.line);
}

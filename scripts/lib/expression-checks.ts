import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import type { Finding, SourceFile } from './repository-checks.ts';

/** Code that reads what others sent or wrote. */
export const CHECKED = /^(?:server\/src|shared\/[\w-]+\/src|shell\/src|mf-[\w-]+\/src)\/.*(?<!\.test)\.tsx?$/;
const CACHE = 'node_modules/.cache/panel/expressions.json';
/** What was judged when this was last written with `npm run lint -- --write`: judging all takes a minute. */
const JUDGED = 'scripts/lib/expressions.generated.json';
const TIMEOUT_MS = 10_000;

/** `line` counts from 1. `pattern` is null when it is only known at run time. */
export type Expression = { pattern: string | null; flags: string; line: number; isBuilt: boolean };
/** How the time of an expression grows with its input. */
export type Growth = 'linear' | 'quadratic' | 'worse' | 'unknown';
export type Judge = (pattern: string, flags: string) => Promise<Growth>;

type Node = { type?: string; [name: string]: unknown };
type Text = { value: string } | { quasis: { raw: string }[] };

/** The pattern of `new RegExp(…)`; what is inserted counts as one letter. */
function patternOf(argument: Node | undefined): string | null {
  if (argument?.type === 'StringLiteral') return (argument as Text & { value: string }).value;
  if (argument?.type !== 'TemplateLiteral') return null;
  return (argument as Text & { quasis: { cooked?: string; raw: string }[] }).quasis
    .map(({ cooked, raw }) => cooked ?? raw)
    .join('a');
}

/** All regular expressions of a file: literals, and those that are built. */
export function expressionsIn({ file, text }: SourceFile): Expression[] {
  const found: Expression[] = [];
  let from = 0;
  const place = (source: string): number => {
    const at = text.indexOf(source, from);
    if (at < 0) return 1;
    from = at + source.length;
    return text.slice(0, at).split('\n').length;
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    const {
      type,
      callee,
      arguments: given,
      ...rest
    } = node as Node & { callee?: Node; arguments?: { expression: Node }[] };
    if (type === 'RegExpLiteral') {
      const { pattern, flags } = rest as { pattern: string; flags: string };
      found.push({ pattern, flags, line: place(`/${pattern}/${flags}`), isBuilt: false });
      return;
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.['value'] === 'RegExp') {
      const [pattern, flags] = (given ?? []).map(({ expression }) => expression);
      found.push({
        pattern: pattern?.type === 'RegExpLiteral' ? (pattern['pattern'] as string) : patternOf(pattern),
        flags: patternOf(flags) ?? '',
        line: place('RegExp('),
        isBuilt: true,
      });
    }
    for (const value of [callee, given, ...Object.values(rest)]) visit(value);
  };
  visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' }).body);
  return found;
}

/** What the comment above an expression says that bounds its input; null without one. */
export function boundAbove(lines: readonly string[], line: number): string | null {
  for (let above = line - 2; above >= 0 && /^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? ''); above -= 1) {
    const bound = /\bbounded: (\S.*)/.exec(lines[above] ?? '')?.[1];
    if (bound !== undefined) return bound;
  }
  return null;
}

const WORDS: Record<Exclude<Growth, 'linear'>, string> = {
  quadratic:
    'takes time that grows with the square of its input; rewrite it, or say what bounds the input in a comment "bounded: …" above it',
  worse: 'takes time that grows faster than the square of its input; rewrite it or split by hand',
  unknown: 'cannot be judged; make it simpler or split by hand',
};

/** How long regular expressions take on the worst input: linear, or quadratic where the input is bounded. */
export async function checkExpressions(files: readonly SourceFile[], judge: Judge): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const source of files.filter(({ file }) => CHECKED.test(file))) {
    const lines = source.text.split('\n');
    for (const { pattern, flags, line, isBuilt } of expressionsIn(source)) {
      const growth = pattern === null ? 'unknown' : await judge(pattern, flags);
      if (growth === 'linear') continue;
      if ((growth === 'quadratic' || (isBuilt && growth === 'unknown')) && boundAbove(lines, line) !== null) continue;
      findings.push({
        file: source.file,
        line,
        rule: 'expression',
        message: `/${pattern ?? '…'}/${flags} ${WORDS[growth]}`,
      });
    }
  }
  return findings;
}

/** Asks recheck, once for each expression of this folder. */
export function createJudge(root: string): { judge: Judge; save(all: boolean): void } {
  const file = path.join(root, CACHE);
  const judged = path.join(root, JUDGED);
  const known = new Map([...readCache(judged), ...readCache(file)]);
  const used = new Map<string, Growth>();
  return {
    async judge(pattern, flags) {
      const key = `/${pattern}/${flags}`;
      const growth = used.get(key) ?? known.get(key) ?? (await ask(pattern, flags));
      used.set(key, growth);
      return growth;
    },
    save(all) {
      if (all) mkdirSync(path.dirname(judged), { recursive: true });
      if (all) writeFileSync(judged, `${JSON.stringify([...used].toSorted(), null, 1)}\n`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...used]));
    },
  };
}

function readCache(file: string): Map<string, Growth> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Growth][]);
  } catch {
    return new Map();
  }
}

async function ask(pattern: string, flags: string): Promise<Growth> {
  // Its own JavaScript: the other programs of the package are not installed.
  process.env['RECHECK_BACKEND'] = 'pure';
  const { check } = await import('recheck');
  const judged = await check(pattern, flags, { timeout: TIMEOUT_MS });
  if (judged.status === 'unknown') return 'unknown';
  const { complexity } = judged;
  if (complexity.type === 'safe' || complexity.type === 'linear') return 'linear';
  return complexity.type === 'polynomial' && complexity.degree === 2 ? 'quadratic' : 'worse';
}

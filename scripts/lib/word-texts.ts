/** The texts that people read, by the package whose catalogue has their translations (ADR 0116). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { manifestTexts } from '../../shared/contract/src/manifest-words.ts';
import type { SourceFile } from './repository-checks.ts';
import { isNode, literalOf, nameOf, unwrapped, type Node } from './word-literals.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');

/** English text → the file that has it first. */
export type Texts = ReadonlyMap<string, string>;

const CONTRACT = 'shared/contract';
const SERVER = 'server';
const SHARED = ['core', 'frame', 'resources', 'ui', 'workload'].map((name) => `shared/${name}`);

/** Packages that have a catalogue of each language. */
export const wordPackages = (): string[] => [
  ...readdirSync(ROOT)
    .filter((name) => name.startsWith('mf-'))
    .sort(),
  CONTRACT,
  SERVER,
  ...SHARED,
  'shell',
];

const CODE = /\.tsx?$/;
const ELSEWHERE = /\.test\.tsx?$|(?:^|\/)testing\/|\.d\.ts$/;

function filesOf(folder: string): SourceFile[] {
  const source = path.join(ROOT, folder, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => CODE.test(name) && !ELSEWHERE.test(name))
    .sort()
    .map((name) => ({ file: `${folder}/src/${name}`, text: readFileSync(path.join(source, name), 'utf8') }));
}

/** Every node of a file. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value;
    for (const [key, inner] of Object.entries(value)) if (key !== 'span') yield* nodesOf(inner);
  }
}

const parsed = ({ file, text }: SourceFile) =>
  parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' }).body;

/** `t` or `words.t`. */
function calleeOf(node: Node): string {
  const callee = node['callee'] as Node;
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee);
}

function messageOf(node: Node, say = 't'): string | null {
  if (node.type === 'CallExpression' && calleeOf(node) === say) {
    const first = (node['arguments'] as { expression: Node }[])[0]?.expression;
    return first ? literalOf(first) : null;
  }
  if (node.type !== 'JSXOpeningElement' || nameOf(node['name']) !== 'Trans') return null;
  const id = (node['attributes'] as Node[]).find((one) => nameOf(one['name']) === 'id')?.['value'];
  if (!isNode(id)) return null;
  return literalOf(id.type === 'JSXExpressionContainer' ? (id['expression'] as Node) : id);
}

/** Texts of `t('…')` and `<Trans id="…">` in a file. */
export const messagesIn = (file: SourceFile, say = 't'): string[] =>
  [...nodesOf(parsed(file))].map((node) => messageOf(node, say)).filter((text) => text !== null);

/** The contract has no `t`: its texts are whole sentences. */
const SENTENCE = /^\p{Lu}[^\n]* [^\n]*[.!?]$/u;
const sentencesIn = (file: SourceFile): string[] =>
  [...nodesOf(parsed(file))]
    .map((node) => (node.type === 'StringLiteral' ? literalOf(node) : null))
    .filter((text) => text !== null && SENTENCE.test(text))
    .map(String);

/** Texts of errors, some of which are put together: all strings of what these modules export. */
const ERROR_MODULES = ['errors', 'sign-in-errors', 'page-errors', 'platform-errors', 'login-errors', 'own-texts'];

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return / /.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const imported = (file: string): Promise<object> => import(pathToFileURL(path.join(ROOT, file)).href);

/** Names of statuses and kinds, in the tables of this module. */
const LABEL_MODULE = `${CONTRACT}/src/status.ts`;
const labelsIn = (module: object): string[] =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('Labels'))
    .flatMap(([, labels]) => Object.values(labels as Record<string, string | { label: string }>))
    .map((label) => (typeof label === 'string' ? label : label.label));

/** Files of the server that say something which is stored, and shown by a page in another language. */
const TELLS =
  /\b(?:said\(|sentence\(|StepDefinition|StepOutline|defineKind|toolKind|TaskKind|TaskError|HostingError\(|CertificateError\()|'We could not /;
/** Names of what a task is called, of its steps, of what cancelling leaves, and of the messages of failed tasks. */
const TOLD_NAME = /^(?:title|label|leaves|message|LEAVES\w*|NOTHING_CHANGED|NOT_PUT_BACK)$|^(?:OF_APP|OVER)$/;
/** Functions that make steps and kinds of tasks: the first texts that they get are such names as well. */
const TOLD_MAKER =
  /(?:Step|Steps|Kind|Leaving)$|^(?:onApplication|saved|outcome|HostingError|CertificateError|refused|away|failed|notAnswering)$/;

/** What a step could not do: the first sentence of its failure, which is given to what does it. */
const FAILURE = /^We could not [^{}]+\.$/;

/** Texts of an expression: a literal, the branches of a condition, the values of a table. */
function literalsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  const node = unwrapped(value);
  const literal = (node['expressions'] as unknown[] | undefined)?.length ? null : literalOf(node);
  if (literal !== null) return [literal];
  if (node.type === 'ConditionalExpression') return [node['consequent'], node['alternate']].flatMap(literalsOf);
  if (node.type === 'BinaryExpression') return [node['left'], node['right']].flatMap(literalsOf);
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).flatMap((one) => literalsOf(one['value']));
  return [];
}

function toldBy(node: Node): string[] {
  if (node.type === 'StringLiteral') return literalsOf(node).filter((text) => FAILURE.test(text));
  if (node.type === 'KeyValueProperty' && TOLD_NAME.test(nameOf(node['key']))) return literalsOf(node['value']);
  if (node.type === 'VariableDeclarator' && TOLD_NAME.test(nameOf(node['id']))) return literalsOf(node['init']);
  if (!/^(?:Call|New)Expression$/.test(node.type) || !TOLD_MAKER.test(nameOf(node['callee']))) return [];
  const given = ((node['arguments'] ?? []) as { expression: Node }[]).map(({ expression }) => expression);
  return given.flatMap((one) => (one.type === 'ObjectExpression' ? [] : literalsOf(one)));
}

/** What the server tells by `said('…')`, by names of tasks and steps, and by failures. */
export function toldIn(file: SourceFile): string[] {
  const nodes = [...nodesOf(parsed(file))];
  const told = nodes.flatMap(toldBy).filter((text) => /^\p{Lu}.* /u.test(text));
  return [
    ...nodes.map((node) => messageOf(node, 'said') ?? messageOf(node, 'sentence')).filter((text) => text !== null),
    ...told,
  ];
}

/** All texts of a package. */
export async function textsOf(folder: string): Promise<Texts> {
  const texts = new Map<string, string>();
  const add = (file: string, found: readonly string[]) => {
    for (const text of found) if (!texts.has(text)) texts.set(text, file);
  };
  if (folder === SERVER) {
    for (const file of filesOf(SERVER)) if (/\bt\(/.test(file.text)) add(file.file, messagesIn(file));
    return texts;
  }
  for (const file of filesOf(folder)) add(file.file, folder === CONTRACT ? sentencesIn(file) : messagesIn(file));
  if (folder === CONTRACT) {
    add(LABEL_MODULE, labelsIn(await imported(LABEL_MODULE)));
    for (const name of ERROR_MODULES) {
      const file = `${CONTRACT}/src/${name}.ts`;
      add(file, stringsIn({ ...(await imported(file)) }));
    }
    for (const file of filesOf(SERVER)) if (TELLS.test(file.text)) add(file.file, toldIn(file));
  }
  if (!folder.startsWith('shared/')) {
    const file = `${folder}/src/manifest.ts`;
    add(file, manifestTexts(((await imported(file)) as { manifest: Parameters<typeof manifestTexts>[0] }).manifest));
  }
  return texts;
}

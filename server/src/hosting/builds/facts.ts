import { list, PACKAGE_MANAGERS } from '@panel/contract';
import * as v from 'valibot';
import { hostedText } from '../hosted-text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const name = v.pipe(v.string(), v.maxLength(200), v.regex(/^[^\p{Cc}]*$/u));

const FACTS = v.object({
  commit: v.nullable(
    v.object({
      id: v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/)),
      message: hostedText(500),
      author: hostedText(200),
    }),
  ),
  files: count,
  bytes: count,
  hasPackage: v.boolean(),
  hasIndex: v.boolean(),
  framework: v.nullable(v.object({ id: name, name })),
  output: v.nullable(name),
  manager: v.nullable(v.picklist(PACKAGE_MANAGERS)),
  isBerry: v.boolean(),
  locks: list(name, { max: 10 }),
  isWorkspace: v.boolean(),
  scripts: list(name, { max: 10 }),
  start: v.nullable(name),
  packages: list(name, { max: 100 }),
  main: v.nullable(name),
  node: v.nullable(name),
  exportsFiles: v.boolean(),
  fetchesFonts: v.boolean(),
});

const FAULTS = [
  ...(['private', 'gone', 'empty', 'branch', 'commit', 'unreachable', 'link', 'large', 'folder', 'manifest'] as const),
  'failed',
] as const;

/** The answer of the program that fetches and looks at code. */
export const PREPARED = v.variant('ok', [
  v.object({ ok: v.literal(true), facts: FACTS }),
  v.object({ ok: v.literal(false), fault: v.picklist(FAULTS), detail: hostedText(600) }),
]);

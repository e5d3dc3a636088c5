import { readFileSync } from 'node:fs';
import path from 'node:path';
import { platformErrors } from '@panel/contract/platform-errors';
import { explain } from './platform-advice.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'errors');

test.each(Object.keys(platformErrors))('the page of %s begins with the advice of /admin/releases', (number) => {
  const page = readFileSync(path.join(FOLDER, `${number}.md`), 'utf8');
  const [, short = ''] = /^\*\*In short\.\*\* ([^]+?)\n\n/m.exec(page) ?? [];
  expect(short.replaceAll(/\s+/g, ' ')).toBe(explain(number)?.advice);
});

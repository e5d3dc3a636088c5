import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkModuleCircles } from '../lib/module-circles.ts';

const of = (name: string, ...imports: string[]) => ({
  file: `server/src/modules/${name}/${name}.service.ts`,
  text: imports.map((other) => `import { a } from '../${other}/${other}.repo.ts';`).join('\n'),
});

test('modules that import each other through others are found, each import with its whole circle', () => {
  const found = checkModuleCircles([of('site', 'dns'), of('dns', 'domain'), of('domain', 'mail', 'site'), of('mail')]);
  assert.deepEqual(
    found.map(({ file, line, message }) => [file.split('/').at(-1), line, /modules: ([^.]+)\./.exec(message)?.[1]]),
    [
      ['site.service.ts', 1, 'site → dns → domain → site'],
      ['dns.service.ts', 1, 'dns → domain → site → dns'],
      ['domain.service.ts', 2, 'domain → site → dns → domain'],
    ],
  );
});

test('modules above each other are no circle, nor are files of one module', () => {
  assert.deepEqual(checkModuleCircles([of('site', 'dns'), of('domain', 'dns', 'site'), of('dns', 'dns')]), []);
});

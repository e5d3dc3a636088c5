import { readFileSync } from 'node:fs';

const RUN_TOGETHER = new URL('run-together.mjs', import.meta.url).href;

/** How such a program is called. */
export const programName = (index) => `together-${index + 1}.mjs`;
export const isProgram = (file = '') => /together-\d+\.mjs$/.test(file);

/**
 * A program that runs test files in its process, and ends each that takes longer than `testMs`; after these, its hooks
 * may take `hooksMs`.
 */
export const programText = (files, { testMs, hooksMs }) =>
  `import { runTogether } from ${JSON.stringify(RUN_TOGETHER)};\nawait runTogether(${JSON.stringify(files)}, ${JSON.stringify({ testMs, hooksMs })});\n`;

/** The files of a program. */
export const filesOfProgram = (path) =>
  JSON.parse(/await runTogether\((\[.*\]), \{/.exec(readFileSync(path, 'utf8'))?.[1] ?? '[]');

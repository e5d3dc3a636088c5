/**
 * Fetches the code of a build and says what it is. It runs in the sandbox of the application: everything that it reads was
 * written by others.
 */
import { writeSync } from 'node:fs';
import type { PrepareAnswer, PrepareInput } from './answer.ts';
import { Fault } from './fault.ts';
import { fetchCode } from './fetch-code.ts';
import { checkTree } from './check-tree.ts';
import { recognize } from './recognize.ts';

const APP = '/app';
const ANSWER = 5;

const input = JSON.parse(process.env['PANEL_INPUT'] ?? '{}') as PrepareInput;
delete process.env['PANEL_INPUT'];

async function prepare(): Promise<PrepareAnswer> {
  try {
    const commit = input.git ? fetchCode(APP, input.git) : null;
    const { files, bytes } = checkTree(APP, input);
    console.log(`${files} files, ${Math.ceil(bytes / 1024)} KB`);
    return { ok: true, facts: { commit, files, bytes, ...(await recognize(APP, input)) } };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault, detail: error.message.slice(0, 500) };
    return { ok: false, fault: 'failed', detail: String(error).slice(0, 500) };
  }
}

writeSync(ANSWER, JSON.stringify(await prepare()));

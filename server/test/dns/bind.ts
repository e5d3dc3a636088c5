import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether BIND's checker of zone files is installed (bind9-utils). */
export const hasBind: boolean = await run('named-checkzone', ['-v']).then(
  () => true,
  () => false,
);

/** @throws Error unless `named-checkzone` takes a zone file */
export async function checkedByBind(zone: string, text: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-zone-'));
  const file = path.join(folder, 'zone');
  try {
    await writeFile(file, text);
    const { stdout } = await run('named-checkzone', [zone, file]).catch((error: { stdout?: string }) => {
      throw new Error(`${error.stdout}\n${text}`);
    });
    if (!stdout.includes('OK')) throw new Error(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { spawn } from 'node:child_process';
import { note } from '../output/print.ts';

/** What opens an address, with its arguments: no shell is between. */
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address that a person can look at; says so where nothing can open it. */
export function openInBrowser(address: string): Promise<void> {
  if (!/^https?:\/\//.test(address)) return Promise.resolve();
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      note('No browser could be opened here.');
      resolve();
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

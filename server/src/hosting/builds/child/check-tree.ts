import { lstatSync, opendirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { Fault } from './fault.ts';

const DEEPEST = 100;

/** Counts files, and refuses links that lead out of the code. @throws Fault */
export function checkTree(root: string, { maxFiles, maxBytes }: { maxFiles: number; maxBytes: number }) {
  const done = { files: 0, bytes: 0 };
  const walk = (folder: string, depth: number): void => {
    if (depth > DEEPEST) throw new Fault('large', 'too many folders within each other');
    const listing = opendirSync(folder);
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        const file = path.join(folder, entry.name);
        done.files += 1;
        if (done.files > maxFiles) throw new Fault('large', `more than ${maxFiles} files`);
        if (entry.isDirectory()) walk(file, depth + 1);
        else if (entry.isSymbolicLink()) {
          const to = path.resolve(folder, readlinkSync(file));
          if (to !== root && !to.startsWith(`${root}/`))
            throw new Fault('link', path.relative(root, file).slice(0, 300));
        } else done.bytes += lstatSync(file).size;
        if (done.bytes > maxBytes) throw new Fault('large', `more than ${maxBytes} bytes`);
      }
    } finally {
      listing.closeSync();
    }
  };
  walk(root, 0);
  return done;
}

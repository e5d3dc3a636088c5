import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { siteFolder, swapLive } from '../../src/hosting/local/site-folder.ts';

/* Replaces the content of the site in the given folder again and again, each time with versions of its own. */
const root = process.argv[2] ?? '';
const folder = siteFolder(path.dirname(path.dirname(root)), path.basename(root));
for (let swap = 0; ; swap += 1) {
  const work = path.join(root, `work-${process.pid}-${swap}`);
  const version = `${process.pid}.${swap}`;
  await mkdir(work);
  await writeFile(path.join(work, 'text'), version);
  await swapLive(folder, work, { core: version, php: version });
  process.stdout.write(`${swap}\n`);
}

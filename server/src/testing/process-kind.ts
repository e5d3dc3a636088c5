import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { MARKER_VARIABLE } from '../hosting/process/leftovers.ts';
import { exists } from '../hosting/runtime/wordpress-source.ts';
import type { LocalKind } from '../hosting/local/kinds/index.ts';
import { recover, swapLive, withWorkFolder, writeRecord } from '../hosting/local/site-folder.ts';

/** Answers with the files beside it; `/pid` is its process. */
const PROGRAM = `
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
const server = createServer(async (req, res) => {
  if (req.headers['x-panel-edge'] !== process.env.${MARKER_VARIABLE}) return res.writeHead(421).end();
  const name = new URL(req.url, 'http://host').pathname.slice(1) || 'page.html';
  if (name === 'pid') return res.end(String(process.pid));
  const text = await readFile(new URL(name, import.meta.url)).catch(() => null);
  res.writeHead(text === null ? 404 : 200, { 'content-type': name.endsWith('.html') ? 'text/html' : 'text/plain' }).end(text);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/**
 * A kind for tests: a process that answers HTTP. It has no code of its own anywhere else, so it shows that hosts, backups,
 * domains, certificates, cache, limits, numbers and the bin work for any kind.
 */
export const processKind: LocalKind = {
  name: 'process',
  ports: ['snapshots', 'copies', 'fileAccess'],
  steps: (_toolsOf, folder, spec) => [
    {
      name: 'files',
      title: 'Writing the program',
      check: () => exists(path.join(folder.publicDir, 'server.mjs')),
      async run() {
        await mkdir(folder.root, { recursive: true, mode: 0o711 });
        await recover(folder);
        await writeRecord(folder, spec);
        await withWorkFolder(folder, async (work) => {
          const files = { 'server.mjs': PROGRAM, 'page.html': `<h1>${spec.title}</h1>`, ...spec.files };
          await mkdir(path.join(work, 'public'));
          for (const [name, text] of Object.entries(files)) await writeFile(path.join(work, 'public', name), text);
          await swapLive(folder, work);
        });
      },
    },
  ],
  async serve(_runtime, { publicDir }, { token }) {
    const child = spawn(process.execPath, [path.join(publicDir, 'server.mjs')], {
      env: { [MARKER_VARIABLE]: token },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const exited = once(child, 'exit').then(() => undefined);
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      exited.then(() => Promise.reject(new Error('the process ended before it listened'))),
    ]);
    const { pid = 0 } = child;
    return {
      ...{ endpoint: { host: '127.0.0.1', port: Number(line), token }, pid, exited },
      async stop() {
        child.kill('SIGKILL');
        await exited;
      },
      async usage() {
        const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
        return { cpuMs: 0, rssBytes: Number(pages) * 4096 };
      },
    };
  },
};

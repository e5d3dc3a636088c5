import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../../src/hosting/process/run-command.ts';

/** `link: target` makes a symbolic link. */
type Content = string | Uint8Array | { link: string };
export type Repository = { url: string; branch: string; commit: string };

export type GitServer = {
  /** Commits files to a repository; more commits come upon each other. */
  commit(name: string, files: Readonly<Record<string, Content>>): Promise<Repository>;
  empty(name: string): Promise<string>;
  /** The address of a repository that need not exist. */
  url(name: string): string;
  /** Only requests with this token as password reach a repository. */
  protect(name: string, token: string): void;
  close(): Promise<void>;
};

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

async function git(cwd: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', ...IDENTITY };
  const { code, stdout, stderr } = await runCommand({ file: 'git', args, env, cwd });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Real repositories behind a real `git http-backend` on loopback. */
export async function openGitServer(): Promise<GitServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'panel-git-'));
  const tokens = new Map<string, string>();
  const server = createServer((req, res) => {
    const { pathname, search } = new URL(req.url ?? '/', 'http://host');
    const token = tokens.get(pathname.split('/')[1] ?? '');
    const given = Buffer.from((req.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')[1];
    if (token !== undefined && given !== token)
      return res.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    const cgi = spawn('git', ['http-backend'], {
      env: {
        ...{ PATH: process.env['PATH'] ?? '', GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname },
        ...{
          QUERY_STRING: search.slice(1),
          REQUEST_METHOD: req.method ?? 'GET',
          CONTENT_TYPE: req.headers['content-type'] ?? '',
        },
        ...{
          HTTP_CONTENT_ENCODING: String(req.headers['content-encoding'] ?? ''),
          GIT_PROTOCOL: String(req.headers['git-protocol'] ?? ''),
        },
      },
    });
    req.pipe(cgi.stdin.on('error', () => undefined));
    let head = Buffer.alloc(0);
    let sent = false;
    cgi.stdout.on('data', (chunk: Buffer) => {
      if (sent) return void res.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      sent = true;
      const headers = head
        .subarray(0, end)
        .toString('latin1')
        .split('\r\n')
        .map((line) => line.split(/: (.*)/s) as [string, string]);
      const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
      res.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
      res.write(head.subarray(end + 4));
    });
    cgi.stdout.once('end', () => res.end());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (name: string) => `http://127.0.0.1:${port}/${name}`;
  return {
    url,
    protect: (name, token) => void tokens.set(name, token),
    async empty(name) {
      await mkdir(path.join(root, name));
      await git(path.join(root, name), 'init', '--quiet', '--bare', '.');
      return url(name);
    },
    async commit(name, files) {
      const work = path.join(root, name);
      await mkdir(work, { recursive: true });
      await git(work, 'init', '--quiet', '--initial-branch=main', '.');
      await git(work, 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
      for (const [file, content] of Object.entries(files)) {
        const at = path.join(work, file);
        await mkdir(path.dirname(at), { recursive: true });
        if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(at, content);
        else await symlink(content.link, at);
      }
      await git(work, 'add', '--all', '--force', '.');
      await git(work, 'commit', '--quiet', '--allow-empty', '-m', `Commit of ${Object.keys(files).length} files`);
      return { url: `${url(name)}/.git`, branch: 'main', commit: await git(work, 'rev-parse', 'HEAD') };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

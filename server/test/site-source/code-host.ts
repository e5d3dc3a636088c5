import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const TOKEN = 'ghp_a-token-for-tests-0123456789';
const LOGIN = 'octo';
const HTTP_BACKEND = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim() + '/git-http-backend';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Settings for git that do not depend on the machine. */
const GIT_ENV = {
  ...{ PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' },
};

/** Real git, without the machine's own settings. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
    cwd,
    env: GIT_ENV,
    encoding: 'utf8',
    stdio: 'pipe',
  });

export type CodeHost = {
  url: string;
  /** Tokens that are accepted; what is removed from it is revoked. */
  tokens: Set<string>;
  /** Method and path of each request, with its query. */
  requests: string[];
  /** Answers a path before anything else. */
  answers: Map<string, (req: IncomingMessage, res: ServerResponse) => void>;
  /** Creates a repository and returns the address to push to. */
  create(name: string): Promise<string>;
  /** Commits the files to a branch and pushes it over HTTP; returns the commit. */
  push(name: string, files: Record<string, string | { link: string }>, branch?: string): Promise<string>;
  remove(name: string, branch: string): void;
  close(): Promise<void>;
};

/** A code host in this process: GitHub's REST shape on real repositories, and git over HTTP for those who push. */
export async function openCodeHost(): Promise<CodeHost> {
  const root = await mkdtemp(path.join(tmpdir(), 'panel-code-host-'));
  const folderOf = (name: string) => path.join(root, LOGIN, `${name}.git`);
  const tokens = new Set([TOKEN]);
  const requests: string[] = [];
  const answers: CodeHost['answers'] = new Map();

  const repo = (name: string) => ({
    ...{ id: 1, name, full_name: `${LOGIN}/${name}`, owner: { login: LOGIN }, private: true },
    ...{ default_branch: 'main', pushed_at: '2026-11-01T00:00:00Z', fork: false },
  });
  const branchesOf = (name: string) =>
    git(folderOf(name), 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' '))
      .map(([branch = '', sha = '']) => ({ name: branch, commit: { sha }, protected: false }));
  const names = () =>
    execFileSync('ls', [path.join(root, LOGIN)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);

  function rest(method: string, url: URL, body: string): Answer | 'archive' {
    const [, , kind, owner = '', name = '', part, ...more] = url.pathname.split('/').map(decodeURIComponent);
    const page = Number(url.searchParams.get('page') ?? 1);
    const slice = <T>(all: T[]): T[] => all.slice((page - 1) * 100, page * 100);
    if (url.pathname === '/api/user') return { body: { login: LOGIN, id: 1 } };
    if (url.pathname === '/api/user/repos' && method === 'GET')
      return { body: slice(names().map((file) => repo(file.replace(/\.git$/, '')))) };
    if (url.pathname === '/api/user/repos') {
      const given = JSON.parse(body) as { name: string };
      if (existsSync(folderOf(given.name)))
        return {
          status: 422,
          body: {
            message: 'Repository creation failed.',
            errors: [{ message: 'name already exists on this account' }],
          },
        };
      git(root, 'init', '--bare', '-q', folderOf(given.name));
      return { status: 201, body: { ...repo(given.name), pushed_at: null } };
    }
    if (kind !== 'repos' || owner !== LOGIN || !existsSync(folderOf(name)))
      return { status: 404, body: { message: 'Not Found' } };
    if (part === 'branches' && more.length === 0) return { body: slice(branchesOf(name)) };
    if (part === 'branches') {
      const branch = branchesOf(name).find((one) => one.name === more.join('/'));
      return branch ? { body: branch } : { status: 404, body: { message: 'Branch not found' } };
    }
    if (part === 'tarball') return { status: 302, headers: { location: `/codeload/${name}/${more.join('/')}` } };
    return { status: 404, body: { message: 'Not Found' } };
  }

  const archive = (name: string, commit: string, res: ServerResponse) => {
    const args = ['archive', '--format=tar.gz', `--prefix=${LOGIN}-${name}-${commit.slice(0, 7)}/`, commit];
    const child = spawn('git', args, { cwd: folderOf(name), env: GIT_ENV, stdio: ['ignore', 'pipe', 'ignore'] });
    res.writeHead(200, { 'content-type': 'application/x-gzip' });
    child.stdout.pipe(res);
  };

  /** git's own program answers clones and pushes (CGI). */
  const smart = (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const child = spawn(HTTP_BACKEND, [], {
      env: {
        ...GIT_ENV,
        ...{ GIT_PROJECT_ROOT: path.join(root), GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: LOGIN },
        ...{ PATH_INFO: url.pathname.slice('/git'.length), QUERY_STRING: url.search.slice(1) },
        ...{ REQUEST_METHOD: req.method ?? 'GET', CONTENT_TYPE: req.headers['content-type'] ?? '' },
        ...(req.headers['content-encoding'] && { HTTP_CONTENT_ENCODING: req.headers['content-encoding'] }),
        ...(req.headers['content-length'] && { CONTENT_LENGTH: req.headers['content-length'] }),
      },
    });
    req.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      let status = 200;
      for (const line of all.subarray(0, end).toString('latin1').split('\r\n')) {
        const [header = '', value = ''] = line.split(': ');
        if (header.toLowerCase() === 'status') status = Number.parseInt(value, 10);
        else res.setHeader(header, value);
      }
      res.writeHead(status).end(all.subarray(end + 4));
    });
  };

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://code-host');
    requests.push(`${req.method} ${url.pathname}${url.search}`);
    const own = answers.get(url.pathname);
    if (own) return own(req, res);
    if (url.pathname.startsWith('/git/')) return smart(req, res, url);
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const sent = (req.headers.authorization ?? '').replace(/^Bearer /, '');
      const [, , name = '', commit = ''] = url.pathname.split('/');
      const answer: Answer | 'archive' = !tokens.has(sent)
        ? { status: 401, body: { message: 'Bad credentials' } }
        : url.pathname.startsWith('/codeload/')
          ? 'archive'
          : rest(req.method ?? 'GET', url, Buffer.concat(parts).toString());
      if (answer === 'archive') return archive(name, commit, res);
      res.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      res.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
  });
  await mkdir(path.join(root, LOGIN));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const create = async (name: string) => {
    git(root, 'init', '--bare', '-q', folderOf(name));
    git(folderOf(name), 'config', 'http.receivepack', 'true');
    return `${url}/git/${LOGIN}/${name}.git`;
  };
  return {
    url: `${url}/api`,
    ...{ tokens, requests, answers, create },
    async push(name, files, branch = 'main') {
      const remote = existsSync(folderOf(name)) ? `${url}/git/${LOGIN}/${name}.git` : await create(name);
      const work = await mkdtemp(path.join(tmpdir(), 'panel-work-'));
      try {
        git(work, 'init', '-q', '-b', branch, 'tree');
        const tree = path.join(work, 'tree');
        for (const [file, content] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
          if (typeof content === 'string') await writeFile(path.join(tree, file), content);
          else await symlink(content.link, path.join(tree, file));
        }
        git(tree, 'add', '--all', '--force');
        git(tree, 'commit', '-q', '-m', 'Test');
        await pushed(tree, ['push', '-q', '--force', remote, branch]);
        return git(tree, 'rev-parse', 'HEAD').trim();
      } finally {
        await rm(work, { recursive: true });
      }
    },
    remove: (name, branch) => void git(folderOf(name), 'update-ref', '-d', `refs/heads/${branch}`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true });
    },
  };
}

/** Not `execFileSync`: the server that answers is in this process. */
function pushed(cwd: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd, env: GIT_ENV, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`git push: ${errors}`))));
  });
}

import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes the response with a remote's file on its way to the browser. */
export type Strike = (
  answer: { status: number; headers: Record<string, string>; body: Buffer },
  res: ServerResponse,
  lifted: Promise<void>,
) => void;

export type FaultFront = {
  port: number;
  /** Breaks the files of remotes until the returned function is called. */
  strike: (remoteId: string, files: RegExp, how: Strike) => () => void;
  close: () => Promise<void>;
};

const PAGE_CHUNK = /^\/remotes\/(mf-[a-z-]+)\/[^/]+\/(?!remote-entry\.|remote\.)[^/]+\.js$/;

/**
 * Prepended to a page's code: every component that its modules export throws while `pagesThrow` names the remote. It
 * wraps modules as they register, so the product contains no test code.
 */
const throwingPages = (container: string): string => `(() => {
  const throwing = (Component) => (props) => {
    if (globalThis.pagesThrow === '${container}') throw new Error('The page broke on purpose.');
    return Component(props);
  };
  const chunks = (globalThis.webpackChunk${container} ||= []);
  const push = chunks.push;
  chunks.push = (data) => {
    for (const [id, run] of Object.entries(data[1])) {
      data[1][id] = (module, exports, require) => run(module, exports, new Proxy(require, {
        get: (target, key) => key !== 'd' ? target[key] : (owner, getters) =>
          target.d(owner, 'Component' in getters ? { ...getters, Component: () => throwing(getters.Component()) } : getters),
      }));
    }
    chunks.push = push;
    return push.call(chunks, data);
  };
})();
`;

const hashOf = (body: Buffer | string): string => `sha384-${createHash('sha384').update(body).digest('base64')}`;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function ask(
  port: number,
  path: string,
  how: { method?: string; headers: IncomingMessage['headers'] },
  sent: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: how.method, headers: how.headers }, (answer) => {
      bodyOf(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(sent);
  });
}

/**
 * Proxies a panel on a port of its own and breaks files of remotes as a faulty server would. Pages of remotes come as
 * a release whose pages can be made to throw; wherever the panel sends hashes of those files, the front replaces
 * them.
 */
export async function openFaultFront(panelPort: number): Promise<FaultFront> {
  const strikes = new Map<RegExp, { remoteId: string; how: Strike; lifted: Promise<void> }>();
  const changed = new Map<string, string>();

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '/';
    // The panel finds its partner by its configured host.
    const host = (req.headers.host ?? '').replace(/:\d+$/, `:${panelPort}`);
    const headers = {
      ...req.headers,
      host,
      'accept-encoding': 'identity',
      ...(req.headers.origin && { origin: `http://${host}` }),
    };
    const answer = await ask(panelPort, path, { method: req.method, headers }, await bodyOf(req));
    const { 'transfer-encoding': _transfer, ...kept } = answer.headers;
    let { body } = answer;
    const [pathname = ''] = path.split('?');
    const [, pageOf] = PAGE_CHUNK.exec(pathname) ?? [];
    if (pageOf && answer.status === 200)
      body = Buffer.concat([Buffer.from(throwingPages(pageOf.replaceAll('-', '_'))), body]);
    if (/html|json/.test(answer.headers['content-type'] ?? ''))
      body = Buffer.from(await withChanged(body.toString(), host));
    const whole = {
      status: answer.status,
      headers: { ...kept, 'content-length': String(body.length) } as unknown as Record<string, string>,
      body,
    };
    const struck = [...strikes].find(
      ([files, { remoteId }]) => pathname.startsWith(`/remotes/${remoteId}/`) && files.test(pathname),
    );
    if (struck) return struck[1].how(whole, res, struck[1].lifted);
    res.writeHead(whole.status, whole.headers).end(body);
  }

  const withHashes = (text: string): string =>
    text.replace(/sha384-[A-Za-z0-9+/]{64}/g, (hash) => changed.get(hash) ?? hash);

  const fileOf = async (path: string, host: string): Promise<Buffer> =>
    (await ask(panelPort, path, { headers: { host, 'accept-encoding': 'identity' } }, Buffer.alloc(0))).body;

  /** Replaces the hashes of pages in a text of the panel with those of the served files. */
  async function withChanged(text: string, host: string): Promise<string> {
    for (const [, base = '', whole = ''] of text.matchAll(
      /"base":"(\/remotes\/[^"]+)"[^]*?"files":"(sha384-[^"]+)"/g,
    )) {
      if (changed.has(whole)) continue;
      const list = (await fileOf(`${base}files.json`, host)).toString();
      for (const [, file = '', hash = ''] of list.matchAll(/"([^"]+)":"(sha384-[^"]+)"/g)) {
        const [, remoteId] = PAGE_CHUNK.exec(base + file) ?? [];
        if (!remoteId) continue;
        const body = await fileOf(base + file, host);
        changed.set(hash, hashOf(Buffer.concat([Buffer.from(throwingPages(remoteId.replaceAll('-', '_'))), body])));
      }
      changed.set(whole, hashOf(withHashes(list)));
    }
    return withHashes(text);
  }

  const server = createServer((req, res) => void pass(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    strike: (remoteId, files, how) => {
      const { promise: lifted, resolve } = Promise.withResolvers<void>();
      // The pattern is the key, and one pattern can be used twice.
      const own = new RegExp(files);
      strikes.set(own, { remoteId, how, lifted });
      return () => {
        strikes.delete(own);
        resolve();
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import handleConfig from 'http-cache-tests/server/handle-config.mjs';
import handleState from 'http-cache-tests/server/handle-state.mjs';
import handleTest from 'http-cache-tests/server/handle-test.mjs';

/** With these the suite's client says in each request which one it is. */
const OWN = ['test-name', 'test-id', 'req-num'];

type Init = { headers: [name: string, value: string][] };

/**
 * Puts the suite's own headers into User-Agent, which shapes no cache: a request with a header that the edge does not know is
 * answered from its cache, and never fills it.
 */
export function packed<Given extends Partial<Init>>(init: Given): Given & Init {
  const given = init.headers ?? [];
  const isOwn = ([name]: [string, string]) => OWN.includes(name.toLowerCase());
  const own = given.filter(isOwn).map(([name, value]) => [name.toLowerCase(), value]);
  const agent = Buffer.from(JSON.stringify(own)).toString('base64url');
  return { ...init, headers: [...given.filter((one) => !isOwn(one)), ['User-Agent', agent]] };
}

function unpack(req: IncomingMessage): void {
  const agent = req.headers['user-agent'];
  delete req.headers['user-agent'];
  if (agent !== undefined)
    Object.assign(req.headers, Object.fromEntries(JSON.parse(Buffer.from(agent, 'base64url').toString('utf8'))));
}

/** The origin of the suite, as its own server is. */
export function createOrigin(): Server {
  const handlers = new Map([
    ['config', handleConfig],
    ['test', handleTest],
    ['state', handleState],
  ]);
  return createServer((req, res) => {
    unpack(req);
    const [first = '', ...path] = new URL(req.url ?? '/', 'http://origin').pathname.slice(1).split('/');
    const handle = handlers.get(first);
    if (handle === undefined) res.writeHead(404).end();
    else handle(path, req, res);
  });
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const listen = (handler: RequestListener): Promise<{ server: Server; url: string }> =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });

export const CLIENT = { id: 'panel', secret: 'a-secret-of-the-panel' };
export type Account = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
};

export type TestProvider = {
  url: string;
  /** Who signs in next. */
  account: Account;
  /** It answers everything with 503. */
  away: boolean;
  /** Follows an authorization address as a browser does; returns where the provider sends it. */
  visit(address: string): Promise<string>;
  close(): Promise<void>;
};

/** Follows redirects with cookies until one leads elsewhere. */
async function follow(address: string, own: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = address;
  for (let hop = 0; hop < 12 && url.startsWith(own); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const given of answer.headers.getSetCookie()) {
      const [pair = ''] = given.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    url = new URL(location, url).href;
  }
  return url;
}

/** `oidc-provider` with one client, whose user always agrees. */
export async function startOidcProvider(callback: string): Promise<TestProvider> {
  let handle: RequestListener = () => undefined;
  const { server, url } = await listen((req, res) => {
    if (state.away) res.writeHead(503).end('away');
    else handle(req, res);
  });
  const state = { away: false, account: { sub: 'first' } as Account };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ ...state.account, sub }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  });
  const rest = provider.callback();
  handle = (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void rest(req, res);
    const agree = async () => {
      const grant = new provider.Grant({ accountId: state.account.sub, clientId: CLIENT.id });
      grant.addOIDCScope('openid email profile');
      const result = { login: { accountId: state.account.sub }, consent: { grantId: await grant.save() } };
      await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
    };
    agree().catch((error: unknown) => res.writeHead(500).end(String(error)));
  };
  return Object.assign(state, {
    url,
    visit: (address: string) => follow(address, url),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}

const formOf = async (req: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
};

export type PlainAnswers = Record<string, unknown>;

/** A server with GitHub's or Bitbucket's addresses, which says what the test wants. */
export async function startPlainServer(answers: PlainAnswers) {
  const seen: { token?: URLSearchParams; agent?: string } = {};
  const { server, url } = await listen((req, res) => {
    void (async () => {
      const { pathname } = new URL(req.url ?? '/', 'http://x');
      if (pathname.endsWith('access_token')) seen.token = await formOf(req);
      const answer = answers[pathname];
      if (answer === undefined) return void res.writeHead(503).end();
      const isFree = pathname.endsWith('access_token') || req.headers.authorization === 'Bearer its-token';
      res.writeHead(isFree ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })();
  });
  return { url, seen, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

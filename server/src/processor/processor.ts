import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALLS } from './calls.ts';
import { answerChallenge } from './charge.ts';
import { confirmedFor, enterCheckout, expireCheckouts, paidFor } from './checkouts.ts';
import { accountId } from './account-objects.ts';
import { createDelivery, type Target } from './deliver.ts';
import { createLedger, emptyBooks, find, type Books, type Ledger } from './ledger.ts';
import { cardForm, challengePage } from './pages.ts';
import { parseForm, textOf, type FormFields } from './parse-form.ts';
import { invalid, ProcessorError } from './processor-error.ts';
import { settleRefunds } from './refunds.ts';
import { answerSetup } from './setup-intents.ts';
import { passTime } from './subscriptions.ts';

const BODY_MAX = 64 * 1024;

export type AccountKeys = { secret: string; publishable: string; name?: string };

export type ProcessorOptions = {
  keys: { secret: string; publishable: string; webhook: string };
  /** Further accounts, each with objects of its own; their webhooks are made by the API. */
  others?: readonly AccountKeys[];
  /** Where events of the first account are sent, and to which host those of the others; null for nowhere. */
  webhookUrl: string | null;
  port?: number;
  /** In milliseconds. */
  now?: () => number;
  books?: Books;
  /** Called after each change, e.g. to keep the books in a file. */
  changed?: (books: Books) => void;
};

export type Processor = {
  address: string;
  /** Of the first account. */
  ledger: Ledger;
  /** Of the account of a secret key. */
  ledgerOf(secret: string): Ledger;
  /** Refuses a secret key, as one that was revoked at Stripe; `false` takes it again. */
  revoke(secret: string, revoked?: boolean): void;
  /** Answers the next requests with a failure; with `only`, those alone that it matches, as `POST /v1/customers`. */
  failNext(times: number, status: number, only?: RegExp): void;
  /** Requests that were answered, as `POST /v1/customers`. */
  requests: string[];
  /** Does what is due by now. */
  passTime(): void;
  sendTo(url: string | null): void;
  close(): Promise<void>;
};

const sameText = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

/**
 * Where events of an account go: its endpoints, whatever name the panel has there, are reached at the address of this panel. The first
 * account has one that no call has made.
 */
function targetsOf({ webhook_endpoint: endpoints, secretOf }: Books, panel: string, own: string | null): Target[] {
  const made = Object.values(endpoints)
    .filter(({ status }) => status === 'enabled')
    .map(({ id, url }) => ({ url: new URL(new URL(url).pathname, panel).href, secret: secretOf[id] ?? '' }));
  return own === null ? made : [{ url: panel, secret: own }, ...made];
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    size += (part as Buffer).length;
    if (size > BODY_MAX) throw invalid('The request is too large.', 'body');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

/**
 * Starts a payment processor for machines without Stripe: it speaks the part of Stripe's HTTP API that the panel uses, on
 * loopback, with test cards alone. @throws Error with a real key, or in production
 */
export async function startProcessor(options: ProcessorOptions): Promise<Processor> {
  const { keys, others = [], changed = () => undefined, now = Date.now, books: first = emptyBooks() } = options;
  if ([keys, ...others].some((one) => !/^[sr]k_test_/.test(one.secret) || !one.publishable.startsWith('pk_test_')))
    throw new Error('The test processor takes test keys alone: sk_test_… and pk_test_….');
  if (process.env['NODE_ENV'] === 'production') throw new Error('The test processor does not run in production.');

  let url = options.webhookUrl;
  let address = '';
  let failure: { times: number; status: number; only?: RegExp | undefined } = { times: 0, status: 500 };
  const requests: string[] = [];
  const revoked = new Set<string>();

  function openAccount({ secret, publishable, name = 'Test account' }: AccountKeys, books: Books) {
    const delivery = createDelivery({
      books,
      targets: () => (url === null ? [] : targetsOf(books, url, books === first ? keys.webhook : null)),
      delivered: () => changed(first),
    });
    const ledger = createLedger(books, {
      owner: { id: accountId(publishable), name, country: 'US', currency: 'usd' },
      now: () => Math.floor(now() / 1000),
      address: () => address,
      formOf: (text) => `${address}/card-form?${new URLSearchParams({ client_secret: text, key: publishable })}`,
      announce: () => queueMicrotask(delivery.look),
    });
    return { secret, publishable, ledger, delivery };
  }
  const main = openAccount(keys, first);
  const accounts = [
    main,
    ...others.map((one) => {
      const books = { ...emptyBooks(), ...first.others[one.publishable] };
      first.others[one.publishable] = books;
      return openAccount(one, books);
    }),
  ];
  type Account = (typeof accounts)[number];
  const accountOf = (key: string): Account | undefined =>
    accounts.find(({ secret, publishable }) => sameText(key, secret) || sameText(key, publishable));
  /** Whose books have something; the pages for browsers are asked for by its id. */
  const accountWith = (has: (books: Books) => boolean): Account =>
    accounts.find(({ ledger }) => has(ledger.books)) ?? main;

  function call(method: string, path: string, fields: FormFields, key: string): object {
    const route = CALLS.find((each) => each.method === method && each.path.test(path));
    if (!route) throw invalid(`Unrecognized request URL (${method}: ${path}).`, 'url');
    const account = accountOf(key);
    const isPublic = account !== undefined && !sameText(key, account.secret);
    if (!account || revoked.has(key) || (isPublic && !route.isPublic))
      throw new ProcessorError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    const [, id = '', second = ''] = route.path.exec(path) ?? [];
    return route.handle({ ledger: account.ledger, fields, id, second, isPublic });
  }

  /** A repeated request with the same key has the same answer; with other content it is refused. */
  function once(
    books: Books,
    key: string | undefined,
    request: string,
    answer: () => { status: number; body: unknown },
  ) {
    if (key === undefined) return answer();
    const kept = Object.hasOwn(books.answers, key) ? books.answers[key] : undefined;
    if (kept && kept.request !== request)
      throw new ProcessorError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (kept) return kept;
    const given = answer();
    books.answers[key] = { request, ...structuredClone(given) };
    return given;
  }

  function answerCall(method: string, at: URL, text: string, headers: IncomingMessage['headers']) {
    if (failure.times > 0 && (failure.only?.test(`${method} ${at.pathname}`) ?? true)) {
      failure.times -= 1;
      const type =
        failure.status === 429 ? 'rate_limit_error' : failure.status < 500 ? 'invalid_request_error' : 'api_error';
      throw new ProcessorError(failure.status, { type, message: 'The processor was told to fail.' });
    }
    const fields = parseForm(method === 'GET' ? at.search.slice(1) : text);
    const key = (headers.authorization ?? '').replace(/^Bearer /, '');
    const idempotency = headers['idempotency-key'];
    return once(
      (accountOf(key) ?? main).ledger.books,
      method === 'POST' && typeof idempotency === 'string' ? idempotency : undefined,
      `${method} ${at.pathname} ${createHash('sha256').update(text).digest('hex')}`,
      () => {
        try {
          return { status: 200, body: call(method, at.pathname, fields, key) };
        } catch (error) {
          if (error instanceof ProcessorError && error.status === 402)
            return { status: 402, body: { error: error.body } };
          throw error;
        }
      },
    );
  }

  function challenge(text: string): void {
    const fields = parseForm(text);
    const secret = textOf(fields, 'client_secret') ?? '';
    const passed = textOf(fields, 'passed') === 'true';
    const id = secret.split('_secret_')[0] ?? '';
    const { ledger } = accountWith((books) => id in books.setup_intent || id in books.payment_intent);
    const intent = find(ledger, id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
    if (!sameText(intent.client_secret, secret)) throw invalid('Wrong client secret.', 'client_secret');
    try {
      if (intent.object === 'setup_intent') answerSetup(ledger, intent, passed, (done) => confirmedFor(ledger, done));
      else answerChallenge(ledger, intent.id, passed, (paid) => paidFor(ledger, paid));
    } catch (error) {
      // The form reads the refusal from the intent.
      if (!(error instanceof ProcessorError && error.status === 402)) throw error;
    }
  }

  /** Where the address of a checkout page leads: to its card form, or on once it is paid or has ended. */
  function checkoutPage(id: string): string {
    const { ledger, publishable } = accountWith((books) => id in books.checkout_session);
    const secret = enterCheckout(ledger, id);
    const { status, success_url, cancel_url } = find(ledger, 'checkout_session', id);
    if (status !== 'open' || secret === null) return status === 'complete' ? success_url : cancel_url;
    return `/card-form?${new URLSearchParams({ client_secret: secret, key: publishable, session: id })}`;
  }

  function sendPage(res: ServerResponse, { html, policy }: { html: string; policy: string }): void {
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    });
    res.end(html);
  }

  function sendJson(res: ServerResponse, status: number, body: unknown): void {
    res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' });
    res.end(JSON.stringify(body));
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const method = req.method ?? 'GET';
    const at = new URL(req.url ?? '/', 'http://processor');
    if (method === 'GET' && at.pathname === '/card-form') {
      const id = at.searchParams.get('session') ?? '';
      const session = accountWith((books) => id in books.checkout_session).ledger.books.checkout_session[id];
      return sendPage(res, cardForm(session && { success: session.success_url, cancel: session.cancel_url }));
    }
    const [, page] = /^\/checkout\/(\w+)$/.exec(at.pathname) ?? [];
    if (method === 'GET' && page !== undefined) {
      const to = checkoutPage(page);
      changed(first);
      return void res.writeHead(303, { location: to, 'cache-control': 'no-store' }).end();
    }
    if (method === 'GET' && at.pathname === '/challenge') return sendPage(res, challengePage());
    const text = await bodyOf(req);
    requests.push(`${method} ${at.pathname}`);
    if (method === 'POST' && at.pathname === '/challenge') {
      challenge(text);
      changed(first);
      return sendJson(res, 200, {});
    }
    const { status, body } = answerCall(method, at, text, req.headers);
    if (method !== 'GET') changed(first);
    sendJson(res, status, body);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (error instanceof ProcessorError) sendJson(res, error.status, { error: error.body });
      else sendJson(res, 500, { error: { type: 'api_error', message: String(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lookAtTime = () => {
    for (const { ledger } of accounts) {
      passTime(ledger);
      expireCheckouts(ledger);
      settleRefunds(ledger);
    }
  };
  const timer = setInterval(lookAtTime, 60_000).unref();
  const deliver = () => {
    for (const { delivery } of accounts) delivery.look();
  };
  deliver();

  return {
    address,
    ledger: main.ledger,
    ledgerOf(secret) {
      const account = accountOf(secret);
      if (!account) throw new Error('There is no account with this key.');
      return account.ledger;
    },
    revoke(secret, isRevoked = true) {
      if (isRevoked) revoked.add(secret);
      else revoked.delete(secret);
    },
    requests,
    failNext: (times, status, only) => {
      failure = { times, status, only };
    },
    passTime: lookAtTime,
    sendTo(to) {
      url = to;
      deliver();
    },
    async close() {
      clearInterval(timer);
      for (const { delivery } of accounts) delivery.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

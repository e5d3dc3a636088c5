import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALLS } from './calls.ts';
import { answerChallenge } from './charge.ts';
import { confirmedFor, enterCheckout, expireCheckouts, paidFor } from './checkouts.ts';
import { createDelivery } from './deliver.ts';
import { createLedger, emptyBooks, find, type Books, type Ledger } from './ledger.ts';
import { cardForm, challengePage } from './pages.ts';
import { parseForm, textOf, type FormFields } from './parse-form.ts';
import { invalid, ProcessorError } from './processor-error.ts';
import { settleRefunds } from './refunds.ts';
import { answerSetup } from './setup-intents.ts';
import { passTime } from './subscriptions.ts';

const BODY_MAX = 64 * 1024;

export type ProcessorOptions = {
  keys: { secret: string; publishable: string; webhook: string };
  /** Where events are sent; null for nowhere. */
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
  ledger: Ledger;
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
  const { keys, changed = () => undefined, now = Date.now, books = emptyBooks() } = options;
  if (!keys.secret.startsWith('sk_test_') || !keys.publishable.startsWith('pk_test_'))
    throw new Error('The test processor takes test keys alone: sk_test_… and pk_test_….');
  if (process.env['NODE_ENV'] === 'production') throw new Error('The test processor does not run in production.');

  let url = options.webhookUrl;
  let address = '';
  let failure: { times: number; status: number; only?: RegExp | undefined } = { times: 0, status: 500 };
  const requests: string[] = [];
  const delivery = createDelivery({ books, secret: keys.webhook, url: () => url, delivered: () => changed(books) });
  const ledger = createLedger(books, {
    now: () => Math.floor(now() / 1000),
    address: () => address,
    formOf: (secret) => `${address}/card-form?${new URLSearchParams({ client_secret: secret, key: keys.publishable })}`,
    announce: () => queueMicrotask(delivery.look),
  });

  function call(method: string, path: string, fields: FormFields, key: string): object {
    const route = CALLS.find((each) => each.method === method && each.path.test(path));
    if (!route) throw invalid(`Unrecognized request URL (${method}: ${path}).`, 'url');
    const isPublic = !sameText(key, keys.secret);
    if (isPublic && !(route.isPublic && sameText(key, keys.publishable)))
      throw new ProcessorError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    const [, id = '', second = ''] = route.path.exec(path) ?? [];
    return route.handle({ ledger, fields, id, second, isPublic });
  }

  /** A repeated request with the same key has the same answer; with other content it is refused. */
  function once(key: string | undefined, request: string, answer: () => { status: number; body: unknown }) {
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
    const secret = enterCheckout(ledger, id);
    const { status, success_url, cancel_url } = find(ledger, 'checkout_session', id);
    if (status !== 'open' || secret === null) return status === 'complete' ? success_url : cancel_url;
    return `/card-form?${new URLSearchParams({ client_secret: secret, key: keys.publishable, session: id })}`;
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
      const session = books.checkout_session[at.searchParams.get('session') ?? ''];
      return sendPage(res, cardForm(session && { success: session.success_url, cancel: session.cancel_url }));
    }
    const [, page] = /^\/checkout\/(\w+)$/.exec(at.pathname) ?? [];
    if (method === 'GET' && page !== undefined) {
      const to = checkoutPage(page);
      changed(books);
      return void res.writeHead(303, { location: to, 'cache-control': 'no-store' }).end();
    }
    if (method === 'GET' && at.pathname === '/challenge') return sendPage(res, challengePage());
    const text = await bodyOf(req);
    requests.push(`${method} ${at.pathname}`);
    if (method === 'POST' && at.pathname === '/challenge') {
      challenge(text);
      changed(books);
      return sendJson(res, 200, {});
    }
    const { status, body } = answerCall(method, at, text, req.headers);
    if (method !== 'GET') changed(books);
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
    passTime(ledger);
    expireCheckouts(ledger);
    settleRefunds(ledger);
  };
  const timer = setInterval(lookAtTime, 60_000).unref();
  delivery.look();

  return {
    address,
    ledger,
    requests,
    failNext: (times, status, only) => {
      failure = { times, status, only };
    },
    passTime: lookAtTime,
    sendTo(to) {
      url = to;
      delivery.look();
    },
    async close() {
      clearInterval(timer);
      delivery.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

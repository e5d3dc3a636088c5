import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract, errorText } from '@panel/contract';
import { PlainError } from '../plain-error.ts';
import { fetchFromPanel } from './local-fetch.ts';

const operatorCalls = {
  release: contract.release,
  team: { enroll: contract.team.enroll },
  site: { moveDatabase: contract.site.moveDatabase },
};
type PanelClient = ContractRouterClient<typeof operatorCalls>;

/**
 * The operator API of a panel, as in the contract. Rejects with PlainError: the panel's message, or why it did not
 * answer.
 */
export type OperatorClient = PanelClient['release'];

const LIMIT_MS = 120_000;

const isLocal = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';

/**
 * The address of a panel.
 * @throws PlainError unless it is http(s), and encrypted wherever the token would leave this machine
 */
export function panelAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new PlainError(`"${text}" is not the address of a panel. Example: https://panel.example`);
  if (url.protocol === 'http:' && !isLocal(url))
    throw new PlainError(`${url.origin} would get the token unencrypted. Use https.`);
  return url;
}

type Envelope = { title?: unknown; message?: unknown; fields?: unknown };

function wordsOf(status: number, body: unknown, origin: string): string {
  const { message, fields } = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  if (status === 421) return `${origin}: ${errorText('MISDIRECTED').message}`;
  if (status === 503 && typeof message !== 'string') return `${origin} is not ready. Try again in a minute.`;
  // A newer call has no address in an older panel, or a different meaning.
  if (status === 405 || (status === 404 && typeof message !== 'string'))
    return `${origin} does not know this call: the panel may be older than this command, or it is not a panel. Update the panel, or use the command of its version.`;
  if (typeof message !== 'string') return `${origin} answered ${status} without a reason. Is it a panel?`;
  const details = Object.entries((fields ?? {}) as Record<string, string>).map(([field, what]) => `${field}: ${what}`);
  return [message, ...details].join(' ');
}

/** A call's error as one readable line. */
function asPlain(error: unknown, origin: string): Error {
  if (error instanceof ORPCError) return new PlainError(error.message, { cause: error });
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  if (!isLate && !(error instanceof TypeError)) return error as Error;
  const cause = (error as Error).cause;
  const why = isLate
    ? `did not answer within ${LIMIT_MS / 1000} s`
    : `could not be reached${cause instanceof Error && cause.message ? ` (${cause.message.trim()})` : ''}`;
  return new PlainError(`${origin} ${why}. Is the panel running, and is the address right?`, { cause: error });
}

/** Whether a call certainly changed nothing: the panel refused it, or it never reached one. */
export function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof ORPCError) return true;
  const socket = cause instanceof Error ? (cause.cause as { code?: string } | undefined) : undefined;
  return socket?.code === 'ECONNREFUSED' || socket?.code === 'ENOTFOUND';
}

/** A client of the panel at `url`; `token` returns the bearer token of the next call. */
export function panelClient(url: URL, token: () => string): PanelClient {
  const link = new OpenAPILink(operatorCalls, {
    url: url.origin,
    headers: () => ({ authorization: `Bearer ${token()}` }),
    fetch: (request, init) => fetchFromPanel(request, { ...init, signal: AbortSignal.timeout(LIMIT_MS) }),
    customErrorResponseBodyDecoder: (body, { status }) =>
      new ORPCError('REFUSED', { status, message: wordsOf(status, body, url.origin) }),
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          throw asPlain(error, url.origin);
        }
      },
    ],
  });
  return createORPCClient<PanelClient>(link);
}

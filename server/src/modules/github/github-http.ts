import { list as boundedList } from '@panel/contract';
import * as v from 'valibot';
import { scanJson } from '../../lib/json-scan.ts';
import { PanelError } from '../../kernel/errors.ts';

const ANSWER_MS = 15_000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A page of a hundred repositories, each with about 200 names and values. */
const BOUNDS = { depth: 16, elements: 60_000 };
/** GitHub's largest page, and how many of them a list has. */
const PAGE = 100;
const PAGES = 3;
const Refusal = v.object({
  message: v.optional(v.string(), ''),
  errors: v.optional(boundedList(v.object({ message: v.optional(v.string()) }), { max: PAGE }), []),
});

export type Asked = {
  method?: 'POST' | 'PATCH' | 'DELETE';
  body?: Record<string, unknown>;
  /** What a 404 is about, e.g. `The repository a/b`. */
  what?: string;
};

export const refused = (reason: string, cause?: unknown): PanelError =>
  new PanelError('GITHUB_REFUSED', { reason }, {}, cause);

/** What an App says of itself where it has no token. */
export type Basic = { id: string; secret: string };

/**
 * Requests to GitHub's REST API with one token, which is sent in a header and appears in no address and no error. Answers are
 * checked and limited, like those of any other server.
 * @throws PanelError GITHUB_TOKEN, GITHUB_REFUSED with the reason, GITHUB_UNAVAILABLE
 */
export function createGithubHttp(apiUrl: string, token: string | Basic, signal?: AbortSignal) {
  const authorization =
    typeof token === 'string'
      ? `Bearer ${token}`
      : `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`;
  const request = async (address: string | URL, { method, body }: Asked = {}): Promise<Response> => {
    const url = new URL(address);
    const isOwn = url.origin === new URL(apiUrl).origin;
    const timeout = AbortSignal.timeout(ANSWER_MS);
    // The limit is for the start of the answer: an archive takes longer.
    const connecting = new AbortController();
    const stop = () => connecting.abort(timeout.reason);
    timeout.addEventListener('abort', stop);
    try {
      return await fetch(url, {
        method: method ?? 'GET',
        redirect: 'manual',
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'panel',
          ...(isOwn && { authorization }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, connecting.signal]) : connecting.signal,
      });
    } catch (error) {
      throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, error);
    } finally {
      timeout.removeEventListener('abort', stop);
    }
  };

  const ask = async <T>(path: string, schema: v.GenericSchema<unknown, T>, asked: Asked = {}): Promise<T> => {
    const response = await request(`${apiUrl}${path}`, asked);
    const text = await readText(response);
    if (!response.ok) throw refusalOf(response, text, asked.what);
    const parsed = v.safeParse(schema, scanned(text), { abortEarly: true });
    if (parsed.success) return parsed.output;
    throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error(`GitHub's answer to ${path} has another form.`));
  };

  const list = async <T>(path: string, schema: v.GenericSchema<unknown, T>, asked: Asked = {}): Promise<T[]> => {
    const found: T[] = [];
    for (let page = 1; page <= PAGES; page += 1) {
      const separator = path.includes('?') ? '&' : '?';
      const part = await ask(
        `${path}${separator}per_page=${PAGE}&page=${page}`,
        boundedList(schema, { max: PAGE }),
        asked,
      );
      found.push(...part);
      if (part.length < PAGE) break;
    }
    return found;
  };

  return { request, ask, list };
}

/** The text of an answer, if it is small. @throws PanelError GITHUB_UNAVAILABLE */
export async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, error);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The value of a JSON text that is small and simple; null for any other. */
export function scanned(text: string): unknown {
  try {
    return scanJson(Buffer.from(text), BOUNDS) === 'ok' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** What an unsuccessful answer means for the user. */
export function refusalOf(response: Response, text: string, what = 'This'): PanelError {
  const { status, headers } = response;
  if (status === 401) return new PanelError('GITHUB_TOKEN');
  if (status === 404)
    return refused(`${what} was not found, or the access token may not read it. Check both at GitHub.`);
  if (status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0'))
    return refused('GitHub allows no more requests for now. Try again in an hour.');
  if (status >= 500 || status < 400)
    return new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error(`GitHub answered ${status}.`));
  const said = v.safeParse(Refusal, scanned(text), { abortEarly: true });
  const reason = said.success ? (said.output.errors[0]?.message ?? said.output.message) : '';
  return refused(`GitHub answered: ${reason.replace(/\p{Cc}/gu, ' ').slice(0, 200) || `status ${status}`}`);
}

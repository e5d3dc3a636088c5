import { errorCatalogue, type ErrorCode } from '@panel/contract';
import type { PanelContext } from './env.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** Does the client read JSON rather than pages? The panel's own client says who it is. */
export function wantsJson(c: PanelContext): boolean {
  const accept = c.req.header('accept') ?? '';
  return c.req.header('x-client') !== undefined || (accept.includes('json') && !accept.includes('text/html'));
}

/** An error as plain text, where no brand is known or no page could be made; it repeats nothing of the request. */
export function plainError(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const { httpStatus, message } = errorCatalogue[code];
  return new Response(`${message}\n`, {
    status: httpStatus,
    headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}

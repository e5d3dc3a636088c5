import type { IncomingMessage, ServerResponse } from 'node:http';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const MAX_ADDRESS = 2_048;

export const isSafe = ({ method = '' }: IncomingMessage): boolean => SAFE.has(method);

/** An address of a response's header, when it is on the host of the request. */
function onHost(value: unknown, base: string): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !URL.canParse(value, base)) return null;
  const { origin, pathname, search } = new URL(value, base);
  return origin === new URL(base).origin ? pathname + search : null;
}

/**
 * Calls `changed` with the addresses that a request changed (RFC 9111 §4.4), before its visitor gets the answer: its own, and those
 * of Location and Content-Location. A failed one changes nothing.
 */
export function watchChange(
  req: IncomingMessage,
  res: ServerResponse,
  protocol: string,
  changed: (address: string) => void,
): void {
  const { writeHead } = res;
  const { url = '/' } = req;
  const base = `${protocol}://${req.headers.host ?? ''}${url}`;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status >= 200 && status < 400 && URL.canParse(base)) {
      const named = [res.getHeader('location'), res.getHeader('content-location')].map((value) => onHost(value, base));
      for (const address of new Set([url, ...named])) if (address !== null) changed(address);
    }
    return Reflect.apply(writeHead, res, [status, ...rest]) as ServerResponse;
  };
}

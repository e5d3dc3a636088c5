import type { MiddlewareHandler } from 'hono';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { PanelEnv } from '../context/env.ts';
import { createLineBudget } from './line-budget.ts';

const FILE = /\.[a-z0-9]{1,8}$/i;

/**
 * One line per request: no query, cookies, bodies or tokens (the query of a link may sign somebody in). Files are
 * logged at `debug`, to keep pages and calls readable. Anonymous requests have a budget of lines and are only counted
 * beyond it, so that they cannot fill the log.
 */
export function requestLog(log: Logger): MiddlewareHandler<PanelEnv> {
  const anonymous = createLineBudget((suppressed) =>
    log.info({ suppressed }, 'anonymous requests without their own line'),
  );
  return async (c, next) => {
    const started = performance.now();
    await next();
    const { id, ip, path, apiTokenId } = c.get('facts');
    const { status } = c.res;
    const line = {
      requestId: id,
      method: c.req.method,
      path: path.slice(0, 500),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      partner: c.get('partner')?.slug ?? null,
      user: c.get('viewerId') ?? null,
      ...(apiTokenId && { apiToken: apiTokenId }),
      ip,
    };
    if (status >= 500) log.error(line, 'request');
    else if (FILE.test(path) && status < 400) log.debug(line, 'request');
    else if (line.user !== null || anonymous.allows(status)) log.info(line, 'request');
  };
}

import type { MiddlewareHandler } from 'hono';
import type { PanelEnv } from '../context/env.ts';
import type { Meter } from '../kernel/meter.ts';

/** A path of a file, not of a page. */
export const FILE = /\.[a-z0-9]{1,8}$/i;

/** Counts each request under the declared path of its call; all pages are one route, and all files. */
export function requestMeter(meter: Meter): MiddlewareHandler<PanelEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const route = c.get('route') ?? (FILE.test(c.req.path) ? 'file' : 'page');
    meter.request({ method: c.req.method, route, status: c.res.status }, (performance.now() - started) / 1000);
  };
}

import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { requestedHost } from '../../context/host.ts';
import { errorPage } from '../../context/plain-page.ts';
import { createStatusPages } from './kept-status.ts';
import { STATUS_HEADERS } from './status-frame.ts';
import { subscriberPages } from './subscriber.page.ts';
import { statusHtml } from './status-html.ts';

/** `/status` on a partner's host, for everybody. It looks for the partner by itself, because it answers without the database. */
export function statusPage(app: AppContext): Hono<PanelEnv> {
  const pages = createStatusPages(app);
  const hooks = new Hono<PanelEnv>();
  hooks.get('/status', async (c, next) => {
    const host = requestedHost(c);
    if (host === null) return next();
    let answer;
    try {
      answer = await pages.of(host);
    } catch (err) {
      c.get('log').warn({ err }, 'there is no status to show');
      return errorPage(c, 'NOT_AVAILABLE');
    }
    // Another host, or a suspended partner: as for every other page.
    if (answer === null) return next();
    return c.body(statusHtml(answer, app.config.siteCheckMinutes), 200, STATUS_HEADERS);
  });
  hooks.route('/', subscriberPages(app));
  return hooks;
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startTestServer, type Client } from '@panel/server/testing';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../../e2e/lib/chromium.ts';

/** A running panel with a customer and a member of staff, and the browsers that look at it. */
export type OutsidePanel = {
  origin: string;
  dataDir: string;
  customer: Client;
  staff: Client;
  operator: Client;
  /** For `panel-remote`: the operator's token and a key that the panel trusts. */
  env: Record<string, string>;
  /** A new browser session, signed in, without having opened a page. */
  newPage: (user: Client) => Promise<Page>;
  close: () => Promise<void>;
};

export async function startOutsidePanel(): Promise<OutsidePanel> {
  const server = await startTestServer({ web: true });
  const partner = await server.scenario.partner({ favicon: 'data:,' });
  const owner = await server.scenario.customer(partner, { email: 'jo@outside.example' });
  const customer = await server.as(partner, owner);
  const staff = await server.as(
    partner,
    await server.scenario.user(partner, 'admin', { email: 'lee@outside.example' }),
  );
  const operator = await server.as(partner, await server.scenario.superadmin());
  await server.scenario.site(partner, owner, { name: 'shop' });
  const origin = `http://${partner.domain}:${server.port}`;
  const keys = path.join(server.dataDir, 'keys');
  let browser: Browser | undefined;
  return {
    origin,
    dataDir: server.dataDir,
    customer,
    staff,
    operator,
    env: {
      OPERATOR_TOKEN: readFileSync(path.join(keys, 'operator-token'), 'utf8').trim(),
      RELEASE_KEY: path.join(keys, 'release.pem'),
    },
    async newPage(user) {
      browser ??= await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
      const context = await browser.newContext();
      await context.addCookies([...user.jar].map(([name, value]) => ({ name, value, url: origin })));
      return context.newPage();
    },
    async close() {
      await browser?.close();
      await server.stop();
    },
  };
}

/** What the browser reports on the page from now on: refused styles and scripts, errors of the page. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

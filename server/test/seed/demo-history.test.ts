import type { AppDashboard, Page, Site, SiteOverview, SiteSummary } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, startTestServer, until } from '../../src/testing/index.ts';

test('the demo has thirty days behind it: traffic of each day in the totals, and checks', async () => {
  const server = await startTestServer({ env: { SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' } });
  try {
    const client = new Client(server.port, 'aurora.localhost');
    await client.get('/partner/whitelabel');
    await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD });
    const summary = (await client.get<SiteSummary>('/site/summary')).body;
    assert.ok(summary.days.filter(({ pageViews, bytes }) => pageViews > 0 && bytes > 0).length >= 29);
    assert.equal(
      summary.totalPageViews,
      summary.days.reduce((sum, { pageViews }) => sum + pageViews, 0),
    );
    const { pageElements } = (await client.get<Page<Site>>('/site')).body;
    assert.deepEqual(
      pageElements.map(({ title }) => title),
      ['Field notes', 'Studio Lumen', 'Rye & Honey'],
    );
    const site = await until('a site', async () =>
      (await client.get<Page<Site>>('/site')).body.pageElements.find(
        (one) => one.title === 'Field notes' && one.site_id,
      ),
    );
    const { uptime } = (await client.get<SiteOverview>(`/site/${site.site_id}/overview`)).body;
    const checked = (uptime?.days ?? []).filter(({ checks }) => checks > 0);
    assert.ok(checked.length >= 29);
    assert.equal(checked.filter(({ failed }) => failed > 0).length, 1);
    const apps = (await client.get<AppDashboard>('/nucal/dashboard')).body;
    assert.ok((apps.totalPageViews ?? 0) > 0 && (apps.totalCDNUsage ?? 0) > 0);
  } finally {
    await server.stop();
  }
});

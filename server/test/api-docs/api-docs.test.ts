import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { PanelEnv } from '../../src/context/env.ts';
import { generateOpenApi } from '../../src/modules/openapi/openapi.ts';
import { callOf, callsOf, exampleQuery, type ApiCall } from '../../src/modules/api-docs/api-calls.ts';
import { deprecationHeaders } from '../../src/http/deprecation-headers.ts';
import { apiDocsPages } from '../../src/modules/api-docs/api-docs.pages.ts';
import { callSection, type DocsBrand } from '../../src/modules/api-docs/docs-html.ts';
import { versionsPage } from '../../src/modules/api-docs/guide-pages.ts';
import { sampleOf } from '../../src/modules/api-docs/sample.ts';
import { allCalls } from '../contract/calls.ts';
import { startPanel, type Panel } from '../http/harness.ts';

const HTML = { accept: 'text/html' };
let panel: Panel;
let calls: ApiCall[];
before(async () => {
  panel = await startPanel();
  calls = callsOf(await generateOpenApi());
});
after(() => panel.close());

/** The input of a call's example, as the server gets it. */
function inputOf(call: ApiCall, detailed: boolean): unknown {
  const params = Object.fromEntries(
    call.parameters.filter((one) => one.in === 'path').map(({ name, schema }) => [name, sampleOf(schema, name)]),
  );
  const query = Object.fromEntries(exampleQuery(call));
  const body = Object.fromEntries(
    Object.entries(call.body?.sample ?? {}).map(([name, value]) => [
      name,
      call.body?.schema.properties?.[name]?.contentMediaType ? new File(['x'], String(value)) : value,
    ]),
  );
  if (detailed) return { params, query, ...(call.body && { body }) };
  return { ...params, ...query, ...body };
}

test('exactly the calls that API tokens open are described', () => {
  const open = allCalls.filter(({ meta }) => meta.scope !== undefined && meta.scope !== 'closed');
  assert.deepEqual(calls.map(({ name }) => name).sort(), open.map(({ name }) => name).sort());
});

test('the example of every call is an input that the contract takes', () => {
  for (const call of calls) {
    const declared = allCalls.find(({ name }) => name === call.name);
    if (!declared?.input) continue;
    const { issues } = v.safeParse(declared.input, inputOf(call, declared.detailed));
    assert.deepEqual(
      (issues ?? []).map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`),
      [],
      call.name,
    );
  }
});

test('the pages list each call with scope, parameters, errors and examples, under a policy without scripts', async () => {
  const browser = panel.browser(await panel.addPartner({ isSpecial: true }), HTML);
  const index = await browser.get('/docs/api');
  assert.equal(index.status, 200, index.text);
  const policy = index.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|script-src/);
  for (const group of new Set(calls.map((call) => call.group))) {
    const page = await browser.get(`/docs/api/calls/${group}`);
    assert.equal(page.status, 200, group);
    assert.doesNotMatch(page.text, /<script|\sstyle=|\son\w+=/);
    for (const call of calls.filter((one) => one.group === group)) {
      const id = call.name.split('.')[1] ?? '';
      assert.ok(index.text.includes(`href="/docs/api/calls/${group}#${id}"`), call.name);
      const section = page.text.split(`<section class="card" id="${id}"`)[1]?.split('</section>')[0] ?? '';
      assert.ok(section.includes(`<code>${call.scope}</code>`), call.name);
      for (const language of ['curl', 'typescript', 'python'])
        assert.ok(section.includes(`data-language="${language}"`), `${call.name} ${language}`);
      for (const { code } of call.errors) assert.ok(section.includes(`/help/error/${code}`), `${call.name} ${code}`);
      for (const { name } of call.parameters)
        assert.ok(section.includes(`<code>${name}</code>`), `${call.name} ${name}`);
    }
  }
});

test('the search finds calls by all of its words, and shows what was searched as text', async () => {
  const browser = panel.browser(await panel.addPartner(), HTML);
  const found = await browser.get('/docs/api?q=restore+backup');
  assert.match(found.text, /calls? match/);
  assert.ok(found.text.includes('#restore"'));
  assert.equal(found.text.includes('#profile"'), false);
  const odd = await browser.get(`/docs/api?q=${encodeURIComponent('"><script>')}`);
  assert.equal(odd.text.includes('<script'), false);
  assert.match(odd.text, /0 calls match/);
});

test('a partner sees its name, its colors, and only what it offers', async () => {
  const partner = await panel.addPartner({
    attributes: {
      RESELLER_COMPANY_NAME: 'Nord & Co',
      CSS_BTN_BG_COLOR: '#123456',
      SECTION_DNS: 'false',
      SECTION_HELP: 'false',
    },
  });
  const browser = panel.browser(partner, HTML);
  const index = await browser.get('/docs/api');
  assert.match(index.text, /<title>API · Nord &#38; Co<\/title>/);
  assert.equal(index.text.includes('/docs/api/calls/dns'), false);
  assert.equal((await browser.get('/docs/api/calls/dns')).status, 404);
  const account = await browser.get('/docs/api/calls/user');
  assert.equal(account.text.includes('/help/error/'), false);
  const style = /href="(\/docs\/api\/style\.css\?v=[\w-]+)"/.exec(index.text)?.[1] ?? '';
  const css = await browser.get(style);
  assert.match(css.text, /--p-button-bg:#123456/);
  assert.match(css.headers.get('cache-control') ?? '', /immutable/);
});

test('the guide names the address, the scopes and the webhooks; the version is the contract’s', async () => {
  const partner = await panel.addPartner();
  const guide = await panel.browser(partner, HTML).get('/docs/api/guide');
  assert.equal(guide.status, 200);
  assert.ok(guide.text.includes(`export PANEL_URL='http://${partner.domain}`), guide.text);
  assert.match(guide.text, /\/\.panel\/webhook\/\{appId\}/);
  const versions = await panel.browser(partner, HTML).get('/docs/api/versions');
  assert.match(versions.text, /None at the moment/);
  const file = new URL('../../../shared/contract/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  assert.equal((await generateOpenApi()).info.version, version.split('.')[0]);
});

test('behind a proxy with a certificate the guide has the public address; a document that failed is made again', async () => {
  const partner = await panel.addPartner();
  let tries = 0;
  const pages = apiDocsPages({ config: { ...panel.ctx.config, publicUrl: 'https://panel.example' } }, () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('It was not made.')) : generateOpenApi();
  });
  const app = new Hono<PanelEnv>()
    .use((c, next) => {
      c.set('partner', partner);
      return next();
    })
    .route('/', pages)
    .onError((_, c) => c.text('failed', 500));
  const guide = await (await app.request(`http://${partner.domain}/docs/api/guide`)).text();
  assert.ok(guide.includes(`export PANEL_URL='https://${partner.domain}'`), guide);
  assert.deepEqual([(await app.request('/docs/api')).status, (await app.request('/docs/api')).status], [500, 200]);
});

test('a deprecated call says so on the page, in its list, and in the headers of its answers', () => {
  const deprecated = { since: '2026-01-01', sunset: '2027-02-01', instead: 'GET /new' };
  const operation = { operationId: 'old.list', summary: 'Old', security: [{ apiToken: ['sites:read'] }] };
  const call = callOf('/old', 'get', { ...operation, deprecated: true, 'x-deprecation': deprecated });
  assert.ok(call);
  assert.match(callSection(call, true), /Deprecated<\/strong> since 2026-01-01, ends on 2027-02-01. Use GET \/new/);
  const brand: DocsBrand = { company: 'Nord', logo: '', favicon: '/f.ico', style: 'x', help: true };
  assert.match(versionsPage([call], brand), /\/docs\/api\/calls\/old#list/);
  assert.deepEqual(deprecationHeaders({ deprecated }), {
    deprecation: '@1767225600',
    sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
    link: '</docs/api/versions>; rel="deprecation"; type="text/html"',
  });
  assert.deepEqual(deprecationHeaders({}), {});
});

test('every call that is deprecated works for at least twelve months', () => {
  for (const { name, meta } of allCalls)
    if (meta.deprecated) {
      const [since, sunset] = [new Date(meta.deprecated.since), new Date(meta.deprecated.sunset)];
      since.setUTCFullYear(since.getUTCFullYear() + 1);
      assert.ok(sunset >= since, name);
    }
});

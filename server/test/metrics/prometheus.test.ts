import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createMetrics } from '../../src/metrics/prometheus.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, tenant } from '../site/site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer({ env: { METRICS_PORT: '0' } })));
after(() => server.stop());

const scrape = async (): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return answer.text();
};
/** The value of the first sample whose line begins with this. */
const valueOf = (text: string, start: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  );

test('requests are counted by declared route, and nothing of their addresses is a label', async () => {
  const own = await tenant(server);
  const site = await server.scenario.site(own.partner, own.customer, { name: 'secret-name' });
  for (let i = 0; i < 3; i += 1) assert.equal((await own.client.get(`/site/id/${site.id}`)).status, 200);
  assert.equal((await own.client.get('/no-such-page/secret-name')).status, 404);
  const text = await scrape();
  const route = 'panel_http_requests_total{method="GET",route="/site/id/{id}",status="200"}';
  assert.equal(valueOf(text, route), 3, text);
  assert.equal(valueOf(text, 'panel_http_request_duration_seconds_count{method="GET",route="/site/id/{id}"}'), 3);
  assert.equal(valueOf(text, 'panel_http_requests_total{method="GET",route="page",status="404"}'), 1);
  assert.doesNotMatch(text, /secret-name/);
  assert.doesNotMatch(text, new RegExp(site.id));
});

test('a task is counted by kind and outcome; the queue and what runs are told', async () => {
  const own = await tenant(server);
  const started = await own.client.post('/site', newSite(own.fqdn('counted')));
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  const failed = await own.client.post('/site', newSite(own.fqdn('fail-start-a')));
  assert.equal((await ended(own.client, failed.body['task_id'])).status, 'failed');
  const text = await until('both are counted', async () => {
    const now = await scrape();
    return /panel_tasks_total\{kind="site\.create\w*",outcome="failed"\} 1/.test(now) ? now : undefined;
  });
  assert.match(text, /panel_tasks_total\{kind="site\.create\w*",outcome="succeeded"\} 1/);
  assert.match(text, /panel_task_duration_seconds_count\{kind="site\.create\w*"\} 2/);
  assert.equal(valueOf(text, 'panel_tasks_open{status="queued"}'), 0);
  assert.equal(valueOf(text, 'panel_task_oldest_seconds'), 0);
  assert.equal(valueOf(text, 'panel_hosted_processes'), server.app.hosting.running().length);
  assert.equal(valueOf(text, 'panel_shedding'), 0);
});

test('only names of this machine are answered, only on /metrics, and not on the panel’s own port', async () => {
  const statusFor = (host: string, address = '/metrics') =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port: server.metricsPort ?? 0, host: '127.0.0.1', path: address, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  assert.equal(await statusFor('localhost:9464'), 200);
  assert.equal(await statusFor('rebound.example.com'), 403);
  assert.equal(await statusFor('localhost', '/other'), 404);
  const { partner } = await tenant(server);
  const answer = await server.anonymous(partner).get('/metrics');
  assert.equal(answer.status, 404);
});

test('without METRICS_PORT nothing is counted', async () => {
  const plain = await startTestServer();
  try {
    assert.equal(plain.metricsPort, null);
    assert.equal(plain.app.meter, undefined);
  } finally {
    await plain.stop();
  }
});

test('a source that is late or fails leaves out its own metrics alone', async () => {
  const fail = () => {
    throw new Error('There is no pool.');
  };
  const late = Promise.withResolvers<never>();
  const metrics = createMetrics({
    queue: () => late.promise,
    hostedProcesses: () => 3,
    pool: fail,
    isShedding: () => false,
    loopDelays: () => 5,
  });
  const { body } = await metrics.text();
  assert.equal(valueOf(body, 'panel_hosted_processes '), 3);
  assert.equal(valueOf(body, 'panel_shedding '), 0);
  assert.equal(valueOf(body, 'panel_event_loop_delays_total '), 5);
  assert.doesNotMatch(body, /^panel_(?:tasks_open|task_oldest_seconds|database_)/m);
  metrics.close();
});

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const read = (file: string): string => readFileSync(path.join(DOCS, file), 'utf8');

test('every metric that the dashboard, the alerts and the guide name exists', async () => {
  const known = new Set([...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name));
  const bases = (name: string) => [name, name.replace(/_(?:bucket|count|sum)$/, '')];
  for (const file of ['monitoring/grafana-dashboard.json', 'monitoring/alerts.yaml', 'guides/metrics.md']) {
    const named = [...new Set(read(file).match(/\b(?:panel|nodejs|process)_[a-z0-9_]+\b/g))];
    assert.ok(named.length > 5, file);
    assert.deepEqual(
      named.filter((name) => !bases(name).some((base) => known.has(base))),
      [],
      file,
    );
  }
  const guide = read('guides/metrics.md');
  const own = [...known].filter((name) => name.startsWith('panel_'));
  assert.deepEqual(
    own.filter((name) => !guide.includes(`\`${name}\``)),
    [],
    'The guide names each.',
  );
  const alerts = [...read('monitoring/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  assert.deepEqual(
    alerts.filter((name) => !guide.includes(`\`${name}\``)),
    [],
    'The guide says what to do.',
  );
});

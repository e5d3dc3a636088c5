import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startTestServer } from '../../src/testing/index.ts';
import { listen } from '../edge/edge-support.ts';
import { ended, newSite, tenant, visit } from '../site/site-support.ts';

type Value = { stringValue?: string; intValue?: number | string };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const received: { path: string; body: string }[] = [];
/** What speaks OTLP over HTTP with JSON (OpenTelemetry Protocol 1.5, "OTLP/HTTP"). */
const collector = createServer((req, res) => {
  void bodyOf(req).then((body) => {
    received.push({ path: req.url ?? '', body });
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let endpoint = '';
before(async () => void (endpoint = `http://127.0.0.1:${await listen(collector)}`));
after(() => {
  collector.closeAllConnections();
  collector.close();
});

const spansOf = (): Span[] =>
  received.flatMap(({ body }) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const attribute = (span: Span, key: string): unknown => {
  const value = span.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};

test('a call can be followed to its task and the steps of it, and nothing that was typed is in a trace', async () => {
  const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  let fqdn = '';
  let customerId = '';
  try {
    const own = await tenant(server);
    customerId = own.customer.id;
    fqdn = own.fqdn('followed');
    const started = await own.client.post('/site', newSite(fqdn));
    assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
    assert.equal((await visit(server, fqdn)).status, 200);
    assert.equal((await own.client.get('/no-such-page/secret-name')).status, 404);
  } finally {
    await server.stop();
  }
  assert.deepEqual([...new Set(received.map(({ path }) => path))], ['/v1/traces']);
  const spans = spansOf();
  const named = (name: string): Span => {
    const found = spans.find((span) => span.name === name);
    assert.ok(found, `${name} in ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const call = named('site.create');
  assert.deepEqual(
    [attribute(call, 'panel.work'), attribute(call, 'http.response.status_code'), attribute(call, 'enduser.id')],
    ['call', 200, customerId],
  );
  assert.equal(call.parentSpanId, undefined);
  const task = spans.find((span) => span.parentSpanId === call.spanId);
  assert.ok(task);
  assert.deepEqual([task.traceId, attribute(task, 'panel.work')], [call.traceId, 'task']);
  const steps = spans.filter((span) => span.parentSpanId === task.spanId);
  assert.ok(steps.length > 1);
  assert.ok(steps.every((step) => step.traceId === call.traceId && attribute(step, 'panel.work') === 'step'));
  const visited = spans.find((span) => attribute(span, 'panel.work') === 'visit');
  assert.ok(visited);
  assert.deepEqual(
    [attribute(visited, 'panel.workload.id'), attribute(visited, 'http.response.status_code')],
    [attribute(task, 'panel.workload.id'), 200],
  );
  assert.notEqual(visited.traceId, call.traceId);
  const all = received.map(({ body }) => body).join('\n');
  for (const typed of [fqdn, 'followed', 'secret-name']) assert.ok(!all.includes(typed), typed);
});

test('without a share nothing is sent, and a collector that is away holds nothing up', async () => {
  received.length = 0;
  const none = await startTestServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  assert.equal((await (await tenant(none)).client.get('/site?pageIndex=0&pageSize=5')).status, 200);
  await none.stop();
  assert.deepEqual(received, []);
  const away = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  assert.equal((await (await tenant(away)).client.get('/site?pageIndex=0&pageSize=5')).status, 200);
  await away.stop();
});

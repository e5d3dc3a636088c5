import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPanel, type Panel } from '../http/harness.ts';
import { allCalls } from './calls.ts';

type Operation = {
  summary?: string;
  responses: Record<string, { description: string }>;
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  security?: object[];
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

let panel: Panel;
let document: Document;
before(async () => {
  panel = await startPanel();
  const answer = await panel.browser(await panel.addPartner()).get('/openapi.json');
  assert.equal(answer.status, 200, answer.text);
  document = answer.body as unknown as Document;
});
after(() => panel.close());

test('the document lists exactly the calls of the contract, under the paths of the wire', () => {
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(listed.sort(), allCalls.map(({ method, wire }) => `${method} ${wire}`).sort());
  assert.match(document.openapi, /^3\.1/);
});

/** The fields of a call's input; empty without an input. */
const entriesOf = (input: (typeof allCalls)[number]['input']): Record<string, unknown> =>
  (input as { entries?: Record<string, unknown> } | undefined)?.entries ?? {};

test('each call documents its input, its response, its errors and whether it needs a session', () => {
  for (const { name, method, wire, meta, input } of allCalls) {
    const operation = document.paths[wire]?.[method.toLowerCase()];
    assert.ok(operation?.summary, name);
    assert.ok(operation.responses['200'], name);
    assert.ok(operation.responses['422'], name);
    assert.equal((operation.security ?? []).length > 0, meta.audience !== 'public', name);
    const scopes = (operation.security ?? []).flatMap((one) => ('apiToken' in one ? [one.apiToken] : []));
    assert.deepEqual(scopes, meta.scope === 'closed' ? [] : [[meta.scope]], name);
    if (meta.audience !== 'public') assert.match(operation.responses['401']?.description ?? '', /UNAUTHENTICATED/);
    for (const code of meta.errors)
      assert.ok(
        Object.values(operation.responses).some(({ description }) => description.includes(code)),
        `${name}: ${code}`,
      );
    for (const [, param] of wire.matchAll(/\{(\w+)\}/g))
      assert.ok(
        operation.parameters?.some((given) => given.in === 'path' && given.name === param),
        `${name}: ${param}`,
      );
    const inBody = Object.keys(entriesOf(input)).filter((key) => !wire.includes(`{${key}}`));
    if (/^(POST|PUT)$/.test(method) && inBody.length > 0) assert.ok(operation.requestBody, name);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls } from './calls.ts';

/** The calls of the specification (data calls §7), by the first segment of their paths. */
const SPECIFIED = {
  backup: [
    'GET /backup',
    'GET /backup/settings',
    'GET /backup/{id}',
    'GET /backup/status/{taskId}',
    'POST /backup',
    'PUT /backup/{id}',
    'POST /backup/create/site',
    'POST /backup/settings',
    'DELETE /backup/{id}',
    'POST /backup/download',
    'POST /backup/restore',
    'POST /backup/restore/live-to/staging',
  ],
  migration: [
    'GET /migration/site',
    'GET /migration/site/token/{token}/check',
    'GET /migration/site/{id}',
    'POST /migration/site',
    'PUT /migration/site/{id}',
    'PUT /migration/site/{id}/status',
    'DELETE /migration/site/{id}',
  ],
  blueprint: [
    'GET /blueprint',
    'GET /blueprint/{id}',
    'POST /blueprint',
    'PUT /blueprint/{id}',
    'DELETE /blueprint/{id}',
  ],
  github: [
    'POST /github/createRepo',
    'GET /github/repos',
    'GET /github/repo/{repo_name}/branches',
    'GET /github/{siteId}/{accessToken}',
    'POST /github/getToken',
  ],
  ...Object.fromEntries(
    ['plugin', 'theme'].map((kind) => [
      kind,
      [
        `GET /${kind}`,
        `GET /${kind}/installed`,
        `GET /${kind}/available/sites`,
        `GET /${kind}/{id}`,
        `POST /${kind}`,
        `POST /${kind}/installed`,
        `DELETE /${kind}/{id}`,
      ],
    ]),
  ),
} satisfies Record<string, string[]>;

/** Beyond the specification (ADR 0001). */
const OURS = [
  'POST /backup/prove',
  'GET /github/connection',
  'DELETE /github/connection',
  'POST /migration/site/{id}/retry',
];

for (const [group, specified] of Object.entries(SPECIFIED))
  test(`the contract has the calls of /${group} that the specification lists, and no others`, () => {
    const declared = allCalls
      .filter(({ wire }) => wire === `/${group}` || wire.startsWith(`/${group}/`))
      .map(({ method, wire }) => `${method} ${wire}`);
    const expected = [...specified, ...OURS.filter((call) => call.includes(` /${group}/`))];
    assert.deepEqual(declared.sort(), expected.sort());
  });

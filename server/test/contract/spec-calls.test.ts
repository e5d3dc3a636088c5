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
  site: [
    'GET /site/filter',
    'GET /site/fqdn/{fqdn}/check',
    'GET /site/fqdn/{fqdn}/nameservers',
    'GET /site',
    'GET /site/',
    'GET /site/bymigration',
    'GET /site/id/{id}',
    'GET /site/{id}/overview',
    'GET /site/images/wp-php-versions',
    'POST /site',
    'GET /site/{id}/password-protection',
    'GET /site/parent/{id}/staging',
    'POST /site/staging',
    'POST /site/staging/publish',
    'PUT /site/publish_date',
    'POST /site/finalize',
    'GET /site/wordpress/{fqdn}/info',
    'GET /site/{fqdn}/file/size',
    'GET /site/{fqdn}/version',
    'POST /site/ftp',
    'POST /site/mysql',
    'POST /site/search/replace',
    'GET /site/check/{taskId}',
    'PUT /site/{id}/customer',
    'POST /site/{id}/ssl',
    'PUT /site/{id}/status',
    'PUT /site/upgrade/wordpress',
    'PUT /site/{fqdn}/by-fqdn',
    'PUT /site/id/{id}',
    'PUT /site/fqdn/{fqdn}',
    'DELETE /site/delete/{id}',
    'DELETE /site/failed/fqdn',
    'POST /site/license/stripe',
    'GET /site/yola/{fqdn}/{domain}',
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

/** Specified and not built: the site builder, databases in the browser, certificates, custom domains and licences; a publish records its date itself. */
const MISSING = [
  'PUT /site/publish_date',
  'POST /site/mysql',
  'POST /site/{id}/ssl',
  'PUT /site/fqdn/{fqdn}',
  'POST /site/license/stripe',
  'GET /site/yola/{fqdn}/{domain}',
];

/** Beyond the specification (ADR 0001). */
const OURS = [
  ...['bin', 'summary', '{id}/cron', '{id}/debug-log', '{id}/file/sizes', '{id}/ftp', '{id}/php-settings'].map(
    (rest) => `GET /site/${rest}`,
  ),
  ...['bin/restore', 'import', 'staging/revert', '{id}/cache/clear', '{id}/cron/run', '{id}/deploy', '{id}/login'].map(
    (rest) => `POST /site/${rest}`,
  ),
  'GET /site/{id}/staging/difference',
  'PUT /site/{id}/debug-log',
  'PUT /site/{id}/php-settings',
  'DELETE /site/bin/{id}',
  'DELETE /site/{id}/debug-log',
  'DELETE /site/{id}/ftp',
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
    const expected = [
      ...specified.filter((call) => !MISSING.includes(call)),
      ...OURS.filter((call) => call.includes(` /${group}/`)),
    ];
    assert.deepEqual(declared.sort(), expected.sort());
  });

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
  cdn: [
    'GET /cdn/get/{id}',
    'GET /cdn/getmetrics/{id}/{period}/{type}',
    'GET /cdn/getmetricsbyregion/{id}/{period}/{type}',
    'GET /cdn/usage/{id}',
    'GET /cdn/page/views/{id}',
    'POST /cdn/purge',
    'POST /cdn/app/{siteId}/purge',
    'PUT /cdn/update/{siteId}',
    'PUT /cdn/app/{siteId}',
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
  license: ['GET /license', 'PUT /license/{key}/auto/renewal', 'PUT /license/{id}/deactivate'],
  dns: [
    'GET /dns/nameservers',
    'GET /dns/dig_result/{fqdn}',
    'GET /dns/get/{fqdn}',
    'POST /dns/update/{fqdn}',
    'POST /dns/zone-file/{fqdn}',
    'DELETE /dns/rrset/{fqdn}',
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

/** Specified and not built: certificates, custom domains, and the cache of applications, which are not hosted yet. */
const MISSING = [
  'POST /site/{id}/ssl',
  'PUT /site/fqdn/{fqdn}',
  'POST /cdn/app/{siteId}/purge',
  'PUT /cdn/app/{siteId}',
];

/** Beyond the specification (ADR 0001). */
const OURS = [
  ...[
    'bin',
    'summary',
    '{id}/cron',
    '{id}/debug-log',
    '{id}/file/sizes',
    '{id}/ftp',
    '{id}/mysql',
    '{id}/php-settings',
  ].map((rest) => `GET /site/${rest}`),
  ...[
    'bin/restore',
    'import',
    'staging/revert',
    '{id}/cache/clear',
    '{id}/cron/run',
    '{id}/deploy',
    '{id}/login',
    '{id}/mysql/link',
  ].map((rest) => `POST /site/${rest}`),
  'GET /site/{id}/builder',
  'GET /site/{id}/builder/pictures',
  'GET /site/{id}/builder/publication',
  'POST /site/{id}/builder/pictures',
  'POST /site/{id}/builder/publish',
  'PUT /site/{id}/builder',
  'DELETE /site/{id}/builder/pictures/{name}',
  'GET /site/{id}/ftp/files',
  'GET /site/{id}/source',
  'GET /site/{id}/staging/difference',
  'PUT /site/{id}/debug-log',
  'PUT /site/{id}/php-settings',
  'PUT /site/upgrade/php',
  'DELETE /site/bin/{id}',
  'DELETE /site/{id}/debug-log',
  'DELETE /site/{id}/ftp',
  'DELETE /site/{id}/mysql',
  'POST /backup/prove',
  'GET /dns/propagation/{fqdn}',
  'POST /dns/propagation/{fqdn}/watch',
  'GET /dns/versions/{fqdn}',
  'GET /dns/zone-file/{fqdn}',
  'GET /dns/zones',
  'GET /github/connection',
  'DELETE /github/connection',
  'GET /migration/site/{id}/written',
  'POST /migration/site/{id}/archive',
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

import { randomBytes } from 'node:crypto';
import { CDN_DEFAULTS } from '@panel/contract';
import {
  at,
  customers,
  every,
  invalid,
  ofOwner,
  row,
  signedIn,
  anonymous,
  type Row,
} from '../contract/access-outcomes.ts';

const unique = () => `n${randomBytes(5).toString('hex')}`;
const notConnected = {
  owner: 'GITHUB_NOT_CONNECTED',
  neighbour: 'GITHUB_NOT_CONNECTED',
  foreignCustomer: 'GITHUB_NOT_CONNECTED',
};
/** For the owner and the staff of the partner, something else than `ok`. */
const forOwner = (code: string) => ({ ...ofOwner, owner: code, admin: code, superadmin: code });
const from = { source: 'git', repository: 'https://git.example.com/team/app.git', branch: 'main' };
const SETTINGS = {
  ...{ framework: null, package_manager: null, root_folder: '', install_command: null, build_command: null },
  ...{ output_folder: null, runtime: null, start_command: null, node_version: null },
  ...{ spa_fallback: false, build_network: false },
};
const SCHEDULE = { name: 'nightly', command: 'node job.js', cron: '0 3 * * *', enabled: true };

/** The calls of applications. */
export const rows: Readonly<Record<string, Row>> = {
  'app.list': at(signedIn, '/nucal/user/apps'),
  'app.upgradable': at(signedIn, '/nucal/user/apps/upgrade'),
  'app.top': at(signedIn, '/nucal/user/apps/top/'),
  'app.projects': at(signedIn, '/nucal/user/projects'),
  'app.dashboard': at(signedIn, '/nucal/dashboard'),
  'app.templates': at(signedIn, '/nucal/templates'),
  'app.webTemplates': at(signedIn, '/nucal/web/app/templates?searchKey=page'),
  'app.checkFqdn': row(signedIn, ({ fqdn }) => ({ path: `/nucal/fqdn/${fqdn}/check` })),
  'app.checkRepository': at(
    { ...customers, ...notConnected },
    '/nucal/repository/check?type=github&repo_full_name=team%2Fapp',
  ),
  'app.byId': row(ofOwner, ({ appId }) => ({ path: `/nucal/${appId}` })),
  'app.checks': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/checks` })),
  'app.screenshot': row(ofOwner, ({ appId }) => ({ path: `/nucal/${appId}/screenshot` })),
  'app.createProject': row(customers, () => ({
    path: '/nucal/create/project',
    body: { fqdn: unique(), template_id: 'static-page' },
  })),
  'app.existingApp': row(customers, () => ({ path: '/nucal/existing/app', body: { fqdn: unique(), from } })),
  'app.fullstackApp': row(customers, () => ({
    path: '/nucal/fullstack/app',
    body: { fqdn: unique(), frontend: { from }, backend: { from } },
  })),
  'app.manualCreate': at(invalid, '/nucal/manual/app', {}),
  'app.manualUpdate': row(invalid, ({ appId }) => ({ path: `/nucal/manual/app/${appId}`, body: {} })),
  'app.update': row(ofOwner, ({ appId }) => ({ path: `/nucal/${appId}`, body: { branch: 'next' } })),
  'app.remove': row(ofOwner, ({ appId }) => ({ path: `/nucal/${appId}` })),
  'app.removeProject': row(ofOwner, ({ projectId }) => ({ path: `/nucal/project/${projectId}` })),
  'app.bin': at(signedIn, '/nucal/user/apps/bin'),
  'app.restore': row(ofOwner, ({ binnedAppId }) => ({
    path: '/nucal/user/apps/bin/restore',
    body: { site_id: binnedAppId },
  })),
  'app.purge': row(ofOwner, ({ binnedAppId }) => ({ path: `/nucal/user/apps/bin/${binnedAppId}` })),
  // It is a licence for sites.
  'license.assignApp': row(forOwner('LICENSE_NOT_VALID'), ({ licenseId, appId }) => ({
    path: '/stripe/licenses/set/app',
    body: { licenseId, appId },
  })),
  'license.ofApps': at(signedIn, '/stripe/licenses/user/apps'),
  'app.settings': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/settings` })),
  'app.saveSettings': row(ofOwner, ({ appId }) => ({
    path: `/nucal/app/${appId}/settings`,
    body: { version: 0, settings: SETTINGS },
  })),
  'app.variables': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/variables` })),
  'app.saveVariables': row(ofOwner, ({ appId }) => ({
    path: `/nucal/app/${appId}/variables`,
    body: { environment: 'production', version: 0, variables: [] },
  })),
  // It has no earlier version.
  'app.restoreVariables': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/${appId}/variables/restore`,
    body: { environment: 'production', version: 1 },
  })),
  'app.push': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/push` })),
  'app.previews': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/previews` })),
  'app.savePreviews': row(ofOwner, ({ appId }) => ({
    path: `/nucal/app/${appId}/previews`,
    body: { enabled: false, branches: [], days: 7 },
  })),
  // Its code has no branches.
  'app.buildPreview': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/${appId}/previews`,
    body: { branch: 'next' },
  })),
  // Its first build has not ended.
  'app.promotePreview': row(forOwner('PREVIEW_NOT_READY'), ({ previewId }) => ({
    path: `/nucal/app/preview/${previewId}/promote`,
  })),
  'app.extendPreview': row(ofOwner, ({ previewId }) => ({ path: `/nucal/app/preview/${previewId}/extend` })),
  'app.removePreview': row(ofOwner, ({ previewId }) => ({ path: `/nucal/app/preview/${previewId}` })),
  'app.newPushSecret': row(ofOwner, ({ appId }) => ({
    path: `/nucal/app/${appId}/push/secret`,
    body: { kind: 'hook' },
  })),
  'app.deploy': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/deploy` })),
  'app.builds': row(ofOwner, ({ appId }) => ({ path: `/nucal/user/apps/siteid/${appId}/builds` })),
  'app.allBuilds': at(signedIn, '/nucal/user/builds'),
  'app.buildsBetween': row(ofOwner, ({ appId }) => ({
    path: `/nucal/site/${appId}/builds`,
    body: { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-12-31T00:00:00.000Z' },
  })),
  'app.lastBuild': row(ofOwner, ({ appId }) => ({ path: `/nucal/user/apps/siteid/${appId}/lastbuild` })),
  'app.commits': row(ofOwner, ({ appId }) => ({ path: `/nucal/user/apps/siteid/${appId}/builds/commits` })),
  'app.build': row(ofOwner, ({ buildId }) => ({ path: `/nucal/app/build/${buildId}/details` })),
  'app.buildLog': row(ofOwner, ({ buildId }) => ({ path: `/nucal/site/build/${buildId}/log` })),
  'app.cancelBuild': row(forOwner('TASK_ENDED'), ({ buildId }) => ({ path: `/nucal/app/build/${buildId}/cancel` })),
  'app.publishBuild': row(ofOwner, ({ buildId }) => ({ path: `/nucal/app/build/${buildId}/publish` })),
  'app.logs': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/logs` })),
  'app.dbCredentials': row(ofOwner, ({ appId }) => ({ path: `/nucal/user/apps/siteid/${appId}/db/credentials` })),
  'app.commands': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/commands` })),
  'app.startRun': row(ofOwner, ({ appId }) => ({
    path: `/nucal/app/${appId}/commands`,
    body: { command: 'node --version' },
  })),
  'app.run': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/command/${appId}/details`,
  })),
  'app.runLog': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({ path: `/nucal/app/command/${appId}/log` })),
  'app.cancelRun': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/command/${appId}/cancel`,
  })),
  'app.addSchedule': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/schedules`, body: SCHEDULE })),
  'app.changeSchedule': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/schedule/${appId}`,
    body: SCHEDULE,
  })),
  'app.removeSchedule': row({ ...every('NOT_FOUND'), anonymous }, ({ appId }) => ({
    path: `/nucal/app/schedule/${appId}`,
  })),
  'app.database': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/db` })),
  'app.createDatabase': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/db` })),
  // Nothing makes the database here, so there is none yet.
  'app.rotateDatabase': row(forOwner('CONFLICT'), ({ appId }) => ({ path: `/nucal/app/${appId}/db/password` })),
  'app.removeDatabase': row(forOwner('CONFLICT'), ({ appId }) => ({ path: `/nucal/app/${appId}/db` })),
  'app.ftpCredentials': row(ofOwner, ({ appId }) => ({ path: `/nucal/user/apps/siteid/${appId}/ftp/credentials` })),
  // The panel of this test serves no HTTPS.
  'app.ssl': row(forOwner('SSL_OFF'), ({ appId }) => ({ path: `/nucal/site/${appId}/ssl` })),
  'cdn.updateApp': row(ofOwner, ({ appId }) => ({
    path: `/cdn/app/${appId}`,
    body: { cache_settings: CDN_DEFAULTS },
  })),
  'cdn.purgeApp': row({ ...every('NOT_FOUND'), anonymous }, ({ appId, fqdn }) => ({
    path: `/cdn/app/${appId}/purge`,
    // The address of another workload.
    body: { purge_settings: { fqdn, urls: ['/*'] } },
  })),
};

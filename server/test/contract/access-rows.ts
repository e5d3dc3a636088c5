import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  anonymous,
  at,
  customers,
  every,
  invalid,
  NO_ID,
  ofOwner,
  otherKind,
  row,
  signedIn,
  staff,
  type Outcome,
  type Row,
} from './access-outcomes.ts';

export { PERSONAS, type Objects, type Outcome, type Persona, type Row } from './access-outcomes.ts';

const ofOwnerAlone: Outcome = { ...ofOwner, admin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };
/** Operators of the whole installation. */
const operators: Outcome = { ...every('FORBIDDEN'), anonymous, superadmin: 'ok' };
const noTeam: Outcome = { ...operators, superadmin: 'NOT_FOUND' };
const PUBLIC_KEY = Buffer.alloc(32, 1).toString('base64');
const ofStaff: Outcome = { ...ofOwner, owner: 'FORBIDDEN', neighbour: 'FORBIDDEN', foreignCustomer: 'FORBIDDEN' };

const TESTS = path.join(import.meta.dirname, '..');
const unique = () => `n${randomBytes(5).toString('hex')}`;
const notConnected: Outcome = {
  ...customers,
  ...{ owner: 'GITHUB_NOT_CONNECTED', neighbour: 'GITHUB_NOT_CONNECTED', foreignCustomer: 'GITHUB_NOT_CONNECTED' },
};
const missing: Outcome = { ...every('NOT_FOUND'), anonymous };
const WP_INFO = {
  title: 'Shop',
  admin_user: 'owner',
  admin_email: 'owner@example.com',
  admin_password: 'Long1Enough-Word',
};

/** The calls of plugins or of themes; `ofObject` is the outcome for those about one version of the library. */
const extensionRows = (kind: 'plugin' | 'theme', ofObject: Outcome): Record<string, Row> => ({
  [`${kind}.list`]: at(signedIn, `/${kind}`),
  [`${kind}.installed`]: at(signedIn, `/${kind}/installed`),
  [`${kind}.availableSites`]: row(ofObject, ({ extensionSlug }) => ({
    path: `/${kind}/available/sites?slug=${extensionSlug}&version=1.0`,
  })),
  [`${kind}.byId`]: row(ofObject, ({ extensionId }) => ({ path: `/${kind}/${extensionId}` })),
  [`${kind}.upload`]: at(invalid, `/${kind}`, {}),
  [`${kind}.change`]: row(
    { ...customers, neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' },
    ({ siteId, extensionSlug }) => ({
      path: `/${kind}/installed`,
      body: { slugs: [extensionSlug], action: 'activate', site_ids: [siteId] },
    }),
  ),
  // Deleting is idempotent, so the response reveals nothing; another test covers other accounts.
  [`${kind}.remove`]: row(customers, ({ extensionId }) => ({ path: `/${kind}/${extensionId}` })),
});

const central: Readonly<Record<string, Row>> = {
  'session.whitelabel': at(every('ok'), '/whitelabel', {}),
  'session.partnerWhitelabel': at(every('ok'), '/partner/whitelabel'),
  'session.signup': row(every('ok'), () => ({ path: '/signup', body: { email: `${unique()}@example.com` } })),
  'session.login': row(every('LOGIN_FAILED'), () => ({
    path: '/login',
    body: { email: `${unique()}@example.com`, password: 'Wrong1Password' },
  })),
  'session.ssoLink': at(
    every('TOKEN_INVALID'),
    '/sso/link?email=a%40b.co&expires=1&nonce=abcdefghijklmnop&signature=0',
  ),
  'session.logout': at(every('ok'), '/logout'),
  'session.forgetPassword': row(every('ok'), () => ({
    path: '/forget-password',
    body: { email: `${unique()}@example.com` },
  })),
  'session.passwordLink': at(every('TOKEN_INVALID'), '/password-link', {
    token: 'x'.repeat(43),
    kind: 'reset_password',
  }),
  'session.resetPassword': at(every('TOKEN_INVALID'), '/reset-password', {
    token: 'x'.repeat(43),
    password: 'Another2Horse',
  }),
  'session.setPassword': at(every('TOKEN_INVALID'), '/set-password', {
    token: 'x'.repeat(43),
    password: 'Another2Horse',
  }),

  'user.profile': at(signedIn, '/user/profile'),
  'user.setLanguage': at(every('ok'), '/language', { language: 'de' }),
  'user.updateProfile': at(signedIn, '/user/profile', { firstname: 'A', lastname: 'B', phone_number: '' }),
  'user.customers': at(staff, '/partner/customers'),
  'user.byName': row({ ...staff, foreignAdmin: 'NOT_FOUND' }, ({ ownerEmail }) => ({
    path: `/nucal/username-email/${ownerEmail}`,
  })),
  'user.byId': row(ofOwner, ({ userId }) => ({ path: `/user/${userId}` })),

  'notification.list': at(signedIn, '/notification'),
  'notification.byId': row(ofOwnerAlone, ({ notificationId }) => ({ path: `/notification/${notificationId}` })),
  'notification.bulk': at(signedIn, '/notification/status', { status: 'read_all' }),
  'notification.update': row(ofOwnerAlone, ({ notificationId }) => ({
    path: `/notification/${notificationId}`,
    body: { status: 'read' },
  })),
  // Deleting is idempotent, so the response reveals nothing; another test covers other accounts.
  'notification.remove': row(signedIn, ({ notificationId }) => ({ path: `/notification/${notificationId}` })),

  'site.filter': at(signedIn, '/site/filter?keyword=shop'),
  'site.list': at(signedIn, '/site'),
  'site.all': at(signedIn, '/site/'),
  'site.byMigration': at(signedIn, '/site/bymigration'),
  'site.summary': at(signedIn, '/site/summary'),
  'site.byId': row(ofOwner, ({ siteId }) => ({ path: `/site/id/${siteId}` })),
  'site.overview': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/overview` })),
  'site.checkFqdn': row(signedIn, ({ fqdn }) => ({ path: `/site/fqdn/${fqdn}/check` })),
  'site.nameservers': row(ofOwner, ({ fqdn }) => ({ path: `/site/fqdn/${fqdn}/nameservers` })),
  'site.images': at(signedIn, '/site/images/wp-php-versions'),
  'site.create': row(customers, ({ here }) => ({ path: '/site', body: { fqdn: `${unique()}.${here.sitesDomain}` } })),
  'site.import': at(invalid, '/site/import', {}),
  'site.check': row(ofOwner, ({ taskId }) => ({ path: `/site/check/${taskId}` })),
  'task.list': at(staff, '/task'),
  'task.byId': row(ofOwner, ({ taskId }) => ({ path: `/task/${taskId}` })),
  'task.cancel': row(
    { ...ofOwner, owner: 'TASK_ENDED', admin: 'TASK_ENDED', superadmin: 'TASK_ENDED' },
    ({ taskId }) => ({ path: `/task/${taskId}/cancel` }),
  ),
  'site.finalize': row({ ...customers, neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' }, ({ createdSiteId }) => ({
    path: '/site/finalize',
    body: { site_id: createdSiteId, type: 'wordpress', wp_info: WP_INFO },
  })),
  // A WordPress is copied from nowhere.
  'site.source': row({ ...ofOwner, owner: 'NOT_FOUND', admin: 'NOT_FOUND', superadmin: 'NOT_FOUND' }, ({ siteId }) => ({
    path: `/site/${siteId}/source`,
  })),
  'site.wordpressInfo': row(ofOwner, ({ fqdn }) => ({ path: `/site/wordpress/${fqdn}/info` })),
  'site.fileSize': row(ofOwner, ({ fqdn }) => ({ path: `/site/${fqdn}/file/size` })),
  'site.version': row(ofOwner, ({ fqdn }) => ({ path: `/site/${fqdn}/version` })),
  'site.rename': row(ofOwner, ({ fqdn }) => ({
    path: `/site/${fqdn}/by-fqdn`,
    body: { new_fqdn: fqdn.replace(/^[^.]+/, unique()) },
  })),
  'site.update': row(ofOwner, ({ siteId }) => ({ path: `/site/id/${siteId}`, body: { name: 'renamed' } })),
  'site.updateStatus': row(ofStaff, ({ siteId }) => ({
    path: `/site/${siteId}/status`,
    body: { status: 'processing' },
  })),
  'site.remove': row(ofOwner, ({ siteId }) => ({ path: `/site/delete/${siteId}` })),
  'site.removeFailed': row(ofOwner, ({ failedFqdn }) => ({ path: '/site/failed/fqdn', body: { fqdn: failedFqdn } })),
  'site.assignCustomer': row(ofStaff, ({ siteId }) => ({
    path: `/site/${siteId}/customer`,
    body: { customer_id: null },
  })),
  // Nothing newer can be installed here.
  'site.upgrade': row(
    { ...ofOwner, owner: 'VALIDATION', admin: 'VALIDATION', superadmin: 'VALIDATION' },
    ({ fqdn }) => ({
      path: '/site/upgrade/wordpress',
      body: { fqdn, version: '0.1' },
    }),
  ),
  'site.moveDatabase': at({ ...operators, superadmin: 'NOT_FOUND' }, '/platform/sites/database', {
    fqdn: 'nobody.example.com',
    database: 'sqlite',
  }),
  // Nothing else can be installed here.
  'site.changePhp': row(
    { ...ofOwner, owner: 'VALIDATION', admin: 'VALIDATION', superadmin: 'VALIDATION' },
    ({ fqdn }) => ({ path: '/site/upgrade/php', body: { fqdn, php_version: '0.1' } }),
  ),
  'site.passwordProtection': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/password-protection` })),

  'bin.list': at(signedIn, '/site/bin'),
  'bin.restore': row(ofOwner, ({ binnedSiteId }) => ({ path: '/site/bin/restore', body: { site_id: binnedSiteId } })),
  'bin.remove': row(ofOwner, ({ binnedSiteId }) => ({ path: `/site/bin/${binnedSiteId}` })),

  'backup.list': at(signedIn, '/backup'),
  'backup.byId': row(ofOwner, ({ backupId }) => ({ path: `/backup/${backupId}` })),
  'backup.status': row(ofOwner, ({ taskId }) => ({ path: `/backup/status/${taskId}` })),
  'backup.settings': row(ofOwner, ({ siteId }) => ({ path: `/backup/settings?site_id=${siteId}` })),
  'backup.saveSettings': row(ofOwner, ({ fqdn }) => ({
    path: '/backup/settings',
    body: {
      ...{ site_fqdn: fqdn, is_active: true, frequency: 'daily', time: '03:00', weekday: 0 },
      ...{ time_zone: 'UTC', keep: 7 },
    },
  })),
  'backup.create': row(ofOwner, ({ fqdn }) => ({ path: '/backup', body: { site_fqdn: fqdn } })),
  'backup.createSite': row(
    { ...customers, neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' },
    ({ backupId, here }) => ({
      path: '/backup/create/site',
      body: { fqdn: `${unique()}.${here.sitesDomain}`, backup: { id: backupId } },
    }),
  ),
  'backup.rename': row(ofOwner, ({ backupId }) => ({ path: `/backup/${backupId}`, body: { name: 'Renamed' } })),
  'backup.remove': row(ofOwner, ({ backupId }) => ({ path: `/backup/${backupId}` })),
  'backup.restore': row(ofOwner, ({ backupId }) => ({ path: '/backup/restore', body: { id: backupId } })),
  'backup.prove': row(ofOwner, ({ backupId }) => ({ path: '/backup/prove', body: { id: backupId } })),
  'backup.download': row(ofOwner, ({ backupId }) => ({ path: '/backup/download', body: { id: backupId } })),
  'blueprint.list': at(signedIn, '/blueprint'),
  'blueprint.ofPartner': at(signedIn, '/partner/snapshot/list', {}),
  'blueprint.byId': row(ofOwner, ({ blueprintId }) => ({ path: `/blueprint/${blueprintId}` })),
  'blueprint.create': row(ofOwner, ({ fqdn }) => ({ path: '/blueprint', body: { site_fqdn: fqdn, name: 'Shop' } })),
  'blueprint.update': row(ofOwner, ({ blueprintId }) => ({ path: `/blueprint/${blueprintId}`, body: { name: 'New' } })),
  'blueprint.remove': row(ofOwner, ({ blueprintId }) => ({ path: `/blueprint/${blueprintId}` })),
  ...extensionRows('plugin', ofOwner),
  // The object is a plugin, so nobody has a theme with its id.
  ...extensionRows('theme', { ...every('NOT_FOUND'), anonymous }),
  'extensionRun.open': at(signedIn, '/extension-run?kind=plugin'),
  // Of the owner, too: it is no plan.
  'extensionRun.decide': row(
    { ...customers, owner: 'CONFLICT', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' },
    ({ runId }) => ({ path: `/extension-run/${runId}/decision`, body: { decision: 'stop' } }),
  ),
  'extensionRun.byId': row(ofOwner, ({ runId }) => ({ path: `/extension-run/${runId}` })),
  'staging.create': row(ofOwner, ({ siteId }) => ({ path: '/site/staging', body: { site_id: siteId } })),
  'staging.ofParent': row(ofOwner, ({ siteId }) => ({ path: `/site/parent/${siteId}/staging` })),
  'staging.publish': row(ofOwner, ({ stagingId }) => ({
    path: '/site/staging/publish',
    body: { site_id: stagingId },
  })),
  'staging.publishDate': row(ofOwner, ({ stagingId }) => ({
    path: '/site/publish_date',
    body: { site_id: stagingId },
  })),
  'staging.revert': row(ofOwner, ({ stagingId }) => ({ path: '/site/staging/revert', body: { site_id: stagingId } })),
  'staging.refresh': row(ofOwner, ({ stagingId }) => ({
    path: '/backup/restore/live-to/staging',
    body: { site_id: stagingId },
  })),
  'migration.list': at(signedIn, '/migration/site'),
  'migration.checkToken': row(
    { ...every('ok'), foreignCustomer: 'TOKEN_INVALID', foreignAdmin: 'TOKEN_INVALID' },
    ({ migrationToken }) => ({ path: `/migration/site/token/${migrationToken}/check` }),
  ),
  'migration.byId': row(ofOwner, ({ migrationId }) => ({ path: `/migration/site/${migrationId}` })),
  'migration.create': row(customers, ({ here }) => ({
    path: '/migration/site',
    body: {
      migration: JSON.stringify({
        ...{ type: 'host', fqdn: `${unique()}.${here.sitesDomain}` },
        sharingLink: 'https://old.example.com/site.zip',
      }),
    },
  })),
  'migration.update': row(ofOwner, ({ migrationId }) => ({
    path: `/migration/site/${migrationId}`,
    body: { source_url: 'https://old.example.com' },
  })),
  'migration.updateStatus': row(ofOwner, ({ migrationId }) => ({
    path: `/migration/site/${migrationId}/status`,
    body: { status: 'cancelled' },
  })),
  // The one of this test waits, so it has no copy.
  'migration.written': row({ ...every('NOT_FOUND'), anonymous }, ({ migrationId }) => ({
    path: `/migration/site/${migrationId}/written`,
  })),
  // Another test covers other accounts.
  'migration.uploadArchive': row(invalid, ({ migrationId }) => ({
    path: `/migration/site/${migrationId}/archive`,
    body: {},
  })),
  // The one of this test waits, so there is nothing to repeat.
  'migration.retry': row(
    { ...customers, owner: 'MIGRATION_TRANSITION', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' },
    ({ migrationId }) => ({ path: `/migration/site/${migrationId}/retry` }),
  ),
  // Deleting is idempotent, so the response reveals nothing; another test covers other accounts.
  'migration.remove': row(signedIn, ({ migrationId }) => ({ path: `/migration/site/${migrationId}` })),
  'github.createRepo': at(notConnected, '/github/createRepo', { repo_name: 'shop' }),
  'github.repos': at(notConnected, '/github/repos'),
  'github.branches': at(notConnected, '/github/repo/shop/branches'),
  // The site of this test is a WordPress.
  'github.deployment': row(missing, ({ siteId }) => ({ path: `/github/${siteId}/-` })),
  'github.getToken': at(invalid, '/github/getToken', {}),
  'github.connection': at(customers, '/github/connection'),
  'github.disconnect': at(customers, '/github/connection'),
  'github.deploy': row(otherKind, ({ siteId }) => ({ path: `/site/${siteId}/deploy` })),
  'siteTool.searchReplace': row(ofOwner, ({ fqdn }) => ({
    path: '/site/search/replace',
    body: { fqdn, search: 'old', replace: 'new' },
  })),
  'siteAccess.startFtp': row(ofOwner, ({ siteId }) => ({ path: '/site/ftp', body: { site_id: siteId, period: 1 } })),
  'siteAccess.ftp': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/ftp` })),
  // Its files do not arrive over SFTP.
  'siteAccess.ftpFiles': row(
    { ...ofOwner, owner: 'NOT_FOUND', admin: 'NOT_FOUND', superadmin: 'NOT_FOUND' },
    ({ siteId }) => ({ path: `/site/${siteId}/ftp/files` }),
  ),
  'siteAccess.endFtp': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/ftp` })),
  'siteAccess.startMysql': row(ofOwner, ({ fqdn }) => ({ path: '/site/mysql', body: { fqdn, period: 1 } })),
  'siteAccess.mysql': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/mysql` })),
  // No access is open.
  'siteAccess.linkMysql': row(missing, ({ siteId }) => ({ path: `/site/${siteId}/mysql/link` })),
  'siteAccess.endMysql': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/mysql` })),
  'siteTool.clearCache': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/cache/clear` })),
  // The site of this test is a row, which cannot prepare a login.
  'siteTool.logIn': row(
    { ...customers, owner: 'SITE_UNAVAILABLE', neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND' },
    ({ siteId }) => ({ path: `/site/${siteId}/login` }),
  ),
  'siteTool.cron': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/cron` })),
  'siteTool.runCron': row(ofOwner, ({ siteId }) => ({
    path: `/site/${siteId}/cron/run`,
    body: { hook: 'wp_version_check' },
  })),
  'siteTool.debugLog': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/debug-log` })),
  'siteTool.setDebugLog': row(ofOwner, ({ siteId }) => ({
    path: `/site/${siteId}/debug-log`,
    body: { enabled: true },
  })),
  'siteTool.emptyDebugLog': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/debug-log` })),
  'siteTool.phpSettings': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/php-settings` })),
  'siteTool.setPhpSettings': row(ofOwner, ({ siteId }) => ({
    path: `/site/${siteId}/php-settings`,
    body: { memory_mb: 128, upload_mb: 16, execution_seconds: 30 },
  })),
  'siteTool.folderSizes': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/file/sizes` })),

  'partnerAdmin.branding': at(staff, '/partner/branding'),
  // A repeated change has no effect, so every cell can send the same.
  'partnerAdmin.saveBranding': at(staff, '/partner/branding', { base: 0, attributes: {} }),
  'partnerAdmin.uploadImage': at(staff, '/partner/branding/images', {
    image: 'logo',
    data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>').toString('base64'),
  }),
  'partnerAdmin.sections': at(staff, '/partner/sections'),
  'partnerAdmin.switchSection': at(staff, '/partner/sections', { base: 0, section: 'dns', on: true }),
  'partnerAdmin.senderCheck': at(staff, '/partner/sender'),
  'partnerAdmin.texts': at(staff, '/partner/texts?language=de'),
  'partnerAdmin.findTexts': at(staff, '/partner/texts/search?language=de&search=save'),
  'partnerAdmin.saveTexts': at(staff, '/partner/texts', { base: 0, language: 'de', texts: [] }),
  'partnerAdmin.versions': at(staff, '/partner/versions?kind=branding'),
  'partnerAdmin.restore': at(staff, '/partner/versions/restore', { kind: 'sections', base: 0, version: 0 }),

  'platform.registry': at(every('ok'), '/platform/registry'),
  'platform.state': at(every('ok'), '/platform/state'),
  'platform.beacons': at(every('ok'), '/platform/beacons', {
    events: [{ package: 'mf-sites', version: 'unknown', kind: 'load', ms: 12 }],
  }),

  'release.list': at(operators, '/platform/releases'),
  'release.running': at(operators, '/platform/running'),
  'release.publish': at({ ...operators, superadmin: 'RELEASE_REFUSED' }, '/platform/releases', {
    manifest: 'no JSON',
    signature: null,
    files: [],
  }),
  'release.check': at({ ...operators, superadmin: 'RELEASE_REFUSED' }, '/platform/releases/check', {
    manifest: '{}',
    signature: null,
  }),
  'release.change': at({ ...operators, superadmin: 'NOT_FOUND' }, '/platform/channels/mf-none', { action: 'promote' }),
  'release.changes': at(operators, '/platform/changes'),
  'release.failures': at(operators, '/platform/failures'),
  'release.cleanUp': at(operators, '/platform/releases/clean-up', {}),

  'health.overview': at(operators, '/platform/health'),
  'health.release': at(operators, `/platform/health/held/${NO_ID}/release`, {}),
  'team.list': at(operators, '/platform/teams'),
  'team.create': row(operators, () => ({ path: '/platform/teams', body: { name: unique(), packages: [] } })),
  'team.update': at(noTeam, `/platform/teams/${NO_ID}`, { name: 'Orders', packages: [] }),
  'team.addKey': at(noTeam, `/platform/teams/${NO_ID}/keys`, { publicKey: PUBLIC_KEY }),
  'team.invite': at(noTeam, `/platform/teams/${NO_ID}/invitation`, {}),
  // It needs the code of an invitation, which is no session.
  'team.enroll': at({ ...operators, superadmin: 'TOKEN_WRONG' }, '/platform/keys', { publicKey: PUBLIC_KEY }),
  'team.revoke': at(noTeam, `/platform/keys/${'0'.repeat(16)}/revoke`, {}),

  'approval.list': at(operators, '/platform/approvals'),
  'approval.decide': at(noTeam, `/platform/approvals/${NO_ID}`, { decision: 'approve' }),
  'approval.setRule': at(operators, '/platform/packages/mf-none/approval', { twoPersons: true }),

  'platform.overrideAllowed': at(every('ok'), '/platform/override?origin=http%3A%2F%2Flocalhost%3A3001'),
  // This server has no front end: staff get as far as the lookup of the remote.
  'platform.setOverride': at(
    { ...staff, admin: 'VALIDATION', foreignAdmin: 'VALIDATION', superadmin: 'VALIDATION' },
    '/platform/override',
    { remote: 'mf-sites', entry: 'http://localhost:3001/entry.js' },
  ),
  'platform.clearOverride': at(staff, '/platform/override', {}),
};

/** Rows beside the tests of their resource: `server/test/<name>/<name>.access.ts`. */
const beside = await Promise.all(
  globSync('*/*.access.ts', { cwd: TESTS }).map(
    async (file) => (await import(pathToFileURL(path.join(TESTS, file)).href)) as { rows: Record<string, Row> },
  ),
);

/** Every call with the expected result for each persona; a call without a row fails the test. */
export const rows: Readonly<Record<string, Row>> = Object.assign({}, central, ...beside.map((file) => file.rows));

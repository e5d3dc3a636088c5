import { accountCalls } from './calls/account.calls.ts';
import { announcementCalls } from './calls/announcement.calls.ts';
import { apiTokenCalls } from './calls/api-token.calls.ts';
import { appCalls } from './calls/app.calls.ts';
import { approvalCalls } from './calls/approval.calls.ts';
import { auditCalls } from './calls/audit.calls.ts';
import { backupCalls } from './calls/backup.calls.ts';
import { binCalls } from './calls/bin.calls.ts';
import { blueprintCalls } from './calls/blueprint.calls.ts';
import { catalogCalls } from './calls/catalog.calls.ts';
import { bulkCalls } from './calls/bulk.calls.ts';
import { cdnCalls } from './calls/cdn.calls.ts';
import { couponCalls } from './calls/coupon.calls.ts';
import { customerCalls } from './calls/customer.calls.ts';
import { databaseCalls } from './calls/database.calls.ts';
import { deviceCalls } from './calls/device.calls.ts';
import { dnsCalls } from './calls/dns.calls.ts';
import { domainCalls } from './calls/domain.calls.ts';
import { extensionRunCalls, pluginCalls, themeCalls } from './calls/extension.calls.ts';
import { fleetCalls } from './calls/fleet.calls.ts';
import { fileCalls } from './calls/file.calls.ts';
import { githubCalls } from './calls/github.calls.ts';
import { healthCalls } from './calls/health.calls.ts';
import { installationBackupCalls } from './calls/installation-backup.calls.ts';
import { machineCalls } from './calls/machine.calls.ts';
import { impersonationCalls } from './calls/impersonation.calls.ts';
import { helpCalls } from './calls/help.calls.ts';
import { licenseCalls } from './calls/license.calls.ts';
import { loginProviderCalls } from './calls/login-provider.calls.ts';
import { memberCalls } from './calls/member.calls.ts';
import { migrationCalls } from './calls/migration.calls.ts';
import { notificationCalls } from './calls/notification.calls.ts';
import { overviewCalls } from './calls/overview.calls.ts';
import { partnerAdminCalls } from './calls/partner-admin.calls.ts';
import { passkeyCalls } from './calls/passkey.calls.ts';
import { paymentAccountCalls } from './calls/payment-account.calls.ts';
import { paymentCalls } from './calls/payment.calls.ts';
import { platformCalls } from './calls/platform.calls.ts';
import { releaseCalls } from './calls/release.calls.ts';
import { reportCalls } from './calls/report.calls.ts';
import { resellerCalls } from './calls/reseller.calls.ts';
import { revenueCalls } from './calls/revenue.calls.ts';
import { securityCalls } from './calls/security.calls.ts';
import { incidentCalls } from './calls/incident.calls.ts';
import { sessionCalls } from './calls/session.calls.ts';
import { siteCalls } from './calls/site.calls.ts';
import { siteAccessCalls } from './calls/site-access.calls.ts';
import { siteBuilderCalls } from './calls/site-builder.calls.ts';
import { siteToolCalls } from './calls/site-tool.calls.ts';
import { sslCalls } from './calls/ssl.calls.ts';
import { staffCalls } from './calls/staff.calls.ts';
import { stagingCalls } from './calls/staging.calls.ts';
import { studioCalls } from './calls/studio.calls.ts';
import { submissionCalls } from './calls/submission.calls.ts';
import { taskCalls } from './calls/task.calls.ts';
import { tagCalls } from './calls/tag.calls.ts';
import { teamCalls } from './calls/team.calls.ts';
import { userCalls } from './calls/user.calls.ts';
import { viewCalls } from './calls/view.calls.ts';

/** Named group by group: written out by inference it is longer than a declaration file may have. */
export type Contract = {
  announcement: typeof announcementCalls;
  session: typeof sessionCalls;
  incident: typeof incidentCalls;
  security: typeof securityCalls;
  passkey: typeof passkeyCalls;
  loginProvider: typeof loginProviderCalls;
  user: typeof userCalls;
  submission: typeof submissionCalls;
  account: typeof accountCalls;
  coupon: typeof couponCalls;
  customer: typeof customerCalls;
  database: typeof databaseCalls;
  device: typeof deviceCalls;
  apiToken: typeof apiTokenCalls;
  notification: typeof notificationCalls;
  site: typeof siteCalls;
  audit: typeof auditCalls;
  backup: typeof backupCalls;
  bin: typeof binCalls;
  blueprint: typeof blueprintCalls;
  plugin: typeof pluginCalls;
  theme: typeof themeCalls;
  extensionRun: typeof extensionRunCalls;
  fleet: typeof fleetCalls;
  member: typeof memberCalls;
  migration: typeof migrationCalls;
  catalog: typeof catalogCalls;
  bulk: typeof bulkCalls;
  cdn: typeof cdnCalls;
  siteTool: typeof siteToolCalls;
  staff: typeof staffCalls;
  staging: typeof stagingCalls;
  studio: typeof studioCalls;
  siteAccess: typeof siteAccessCalls;
  siteBuilder: typeof siteBuilderCalls;
  file: typeof fileCalls;
  github: typeof githubCalls;
  impersonation: typeof impersonationCalls;
  help: typeof helpCalls;
  license: typeof licenseCalls;
  payment: typeof paymentCalls;
  paymentAccount: typeof paymentAccountCalls;
  dns: typeof dnsCalls;
  ssl: typeof sslCalls;
  domain: typeof domainCalls;
  task: typeof taskCalls;
  app: typeof appCalls;
  overview: typeof overviewCalls;
  partnerAdmin: typeof partnerAdminCalls;
  platform: typeof platformCalls;
  release: typeof releaseCalls;
  report: typeof reportCalls;
  reseller: typeof resellerCalls;
  revenue: typeof revenueCalls;
  tag: typeof tagCalls;
  team: typeof teamCalls;
  view: typeof viewCalls;
  approval: typeof approvalCalls;
  health: typeof healthCalls;
  installationBackup: typeof installationBackupCalls;
  machine: typeof machineCalls;
};

/** Every call of the panel, declared once; the source of client, server, OpenAPI and access matrix. */
export const contract: Contract = {
  announcement: announcementCalls,
  session: sessionCalls,
  incident: incidentCalls,
  security: securityCalls,
  passkey: passkeyCalls,
  loginProvider: loginProviderCalls,
  user: userCalls,
  submission: submissionCalls,
  account: accountCalls,
  coupon: couponCalls,
  customer: customerCalls,
  database: databaseCalls,
  device: deviceCalls,
  apiToken: apiTokenCalls,
  notification: notificationCalls,
  site: siteCalls,
  audit: auditCalls,
  backup: backupCalls,
  bin: binCalls,
  blueprint: blueprintCalls,
  plugin: pluginCalls,
  theme: themeCalls,
  extensionRun: extensionRunCalls,
  fleet: fleetCalls,
  member: memberCalls,
  migration: migrationCalls,
  catalog: catalogCalls,
  bulk: bulkCalls,
  cdn: cdnCalls,
  siteTool: siteToolCalls,
  staff: staffCalls,
  staging: stagingCalls,
  studio: studioCalls,
  siteAccess: siteAccessCalls,
  siteBuilder: siteBuilderCalls,
  file: fileCalls,
  github: githubCalls,
  impersonation: impersonationCalls,
  help: helpCalls,
  license: licenseCalls,
  payment: paymentCalls,
  paymentAccount: paymentAccountCalls,
  dns: dnsCalls,
  ssl: sslCalls,
  domain: domainCalls,
  task: taskCalls,
  app: appCalls,
  overview: overviewCalls,
  partnerAdmin: partnerAdminCalls,
  platform: platformCalls,
  release: releaseCalls,
  report: reportCalls,
  reseller: resellerCalls,
  revenue: revenueCalls,
  tag: tagCalls,
  team: teamCalls,
  view: viewCalls,
  approval: approvalCalls,
  health: healthCalls,
  installationBackup: installationBackupCalls,
  machine: machineCalls,
};

import { accountModule } from './account/account.module.ts';
import { accountExportModule } from './account-export/account-export.module.ts';
import { announcementModule } from './announcement/announcement.module.ts';
import { apiDocsModule } from './api-docs/api-docs.module.ts';
import { apiTokenModule } from './api-token/api-token.module.ts';
import { appModule } from './app/app.module.ts';
import { appBackupModule } from './app-backup/app-backup.module.ts';
import { appCommandModule } from './app-command/app-command.module.ts';
import { appDatabaseModule } from './app-database/app-database.module.ts';
import { appPreviewModule } from './app-preview/app-preview.module.ts';
import { appPushModule } from './app-push/app-push.module.ts';
import { appStudioModule } from './app-studio/app-studio.module.ts';
import { commitStatusModule } from './commit-status/commit-status.module.ts';
import { auditModule } from './audit/audit.module.ts';
import { backupModule } from './backup/backup.module.ts';
import { blueprintModule } from './blueprint/blueprint.module.ts';
import { cdnModule } from './cdn/cdn.module.ts';
import { changePlanModule } from './change-plan/change-plan.module.ts';
import { certificateModule } from './certificate/certificate.module.ts';
import { customerModule } from './customer/customer.module.ts';
import { databaseModule } from './database/database.module.ts';
import { deviceModule } from './device/device.module.ts';
import { dnsModule } from './dns/dns.module.ts';
import { directoryModule } from './directory/directory.module.ts';
import { domainModule } from './domain/domain.module.ts';
import { domainEvidenceModule } from './domain-evidence/domain-evidence.module.ts';
import { extensionModule } from './extension/extension.module.ts';
import { fleetModule } from './fleet/fleet.module.ts';
import { fileModule } from './file/file.module.ts';
import { githubModule } from './github/github.module.ts';
import { githubAppModule } from './github-app/github-app.module.ts';
import { githubEventModule } from './github-event/github-event.module.ts';
import { helpModule } from './help/help.module.ts';
import { installationBackupModule } from './installation-backup/installation-backup.module.ts';
import { licenseModule } from './license/license.module.ts';
import { loginProviderModule } from './login-provider/login-provider.module.ts';
import { machineModule } from './machine/machine.module.ts';
import { mailModule } from './mail/mail.module.ts';
import { memberModule } from './member/member.module.ts';
import { migrationModule } from './migration/migration.module.ts';
import { notificationModule } from './notification/notification.module.ts';
import { overviewModule } from './overview/overview.module.ts';
import { partnerModule } from './partner/partner.module.ts';
import { reportModule } from './report/report.module.ts';
import { resellerModule } from './reseller/reseller.module.ts';
import { secondFactorModule } from './second-factor/second-factor.module.ts';
import { paymentModule } from './payment/payment.module.ts';
import { sessionModule } from './session/session.module.ts';
import { siteModule } from './site/site.module.ts';
import { siteAccessModule } from './site-access/site-access.module.ts';
import { siteBinModule } from './site-bin/site-bin.module.ts';
import { siteBuilderModule } from './site-builder/site-builder.module.ts';
import { siteLifecycleModule } from './site-lifecycle/site-lifecycle.module.ts';
import { sitePictureModule } from './site-picture/site-picture.module.ts';
import { siteSourceModule } from './site-source/site-source.module.ts';
import { siteToolModule } from './site-tool/site-tool.module.ts';
import { staffModule } from './staff/staff.module.ts';
import { stagingModule } from './staging/staging.module.ts';
import { statusPageModule } from './status-page/status-page.module.ts';
import { submissionModule } from './submission/submission.module.ts';
import { taskModule } from './task/task.module.ts';
import { userModule } from './user/user.module.ts';
import { viewModule } from './view/view.module.ts';
import { vulnerabilityModule } from './vulnerability/vulnerability.module.ts';
import { workloadBulkModule } from './workload-bulk/workload-bulk.module.ts';

/** All modules of the server, by name: the only place that names each. */
export const modules = [
  accountModule,
  accountExportModule,
  announcementModule,
  apiDocsModule,
  apiTokenModule,
  appModule,
  appBackupModule,
  appCommandModule,
  appDatabaseModule,
  appPreviewModule,
  appPushModule,
  appStudioModule,
  commitStatusModule,
  auditModule,
  backupModule,
  blueprintModule,
  cdnModule,
  certificateModule,
  customerModule,
  databaseModule,
  deviceModule,
  dnsModule,
  directoryModule,
  domainModule,
  domainEvidenceModule,
  extensionModule,
  changePlanModule,
  fleetModule,
  fileModule,
  githubModule,
  githubAppModule,
  githubEventModule,
  helpModule,
  installationBackupModule,
  licenseModule,
  loginProviderModule,
  machineModule,
  mailModule,
  memberModule,
  migrationModule,
  notificationModule,
  overviewModule,
  partnerModule,
  reportModule,
  resellerModule,
  secondFactorModule,
  paymentModule,
  sessionModule,
  siteModule,
  siteAccessModule,
  siteBinModule,
  siteBuilderModule,
  siteLifecycleModule,
  sitePictureModule,
  siteSourceModule,
  siteToolModule,
  staffModule,
  stagingModule,
  statusPageModule,
  submissionModule,
  taskModule,
  userModule,
  viewModule,
  vulnerabilityModule,
  workloadBulkModule,
] as const;

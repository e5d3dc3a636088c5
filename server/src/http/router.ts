import { apiTokenRoutes } from '../modules/api-token/api-token.routes.ts';
import { appRoutes } from '../modules/app/app.routes.ts';
import { backupRoutes } from '../modules/backup/backup.routes.ts';
import { binRoutes } from '../modules/site-bin/bin.routes.ts';
import { blueprintRoutes } from '../modules/blueprint/blueprint.routes.ts';
import { cdnRoutes } from '../modules/cdn/cdn.routes.ts';
import { sslRoutes } from '../modules/certificate/ssl.routes.ts';
import { dnsRoutes } from '../modules/dns/dns.routes.ts';
import { domainRoutes } from '../modules/domain/domain.routes.ts';
import { extensionRunRoutes, pluginRoutes, themeRoutes } from '../modules/extension/extension.routes.ts';
import { githubRoutes } from '../modules/github/github.routes.ts';
import { licenseRoutes } from '../modules/license/license.routes.ts';
import { migrationRoutes } from '../modules/migration/migration.routes.ts';
import { notificationRoutes } from '../modules/notification/notification.routes.ts';
import { partnerAdminRoutes } from '../modules/partner/partner-admin.routes.ts';
import { openFor, platformRoutes } from '../platform/registry/registry.routes.ts';
import { releaseRoutes } from '../platform/release/release.routes.ts';
import { sessionRoutes } from '../modules/session/session.routes.ts';
import { siteRoutes } from '../modules/site/site.routes.ts';
import { siteAccessRoutes } from '../modules/site-access/site-access.routes.ts';
import { siteBuilderRoutes } from '../modules/site-builder/site-builder.routes.ts';
import { siteToolRoutes } from '../modules/site-tool/site-tool.routes.ts';
import { stagingRoutes } from '../modules/staging/staging.routes.ts';
import { taskRoutes } from '../modules/task/task.routes.ts';
import { healthRoutes } from '../platform/health/health.routes.ts';
import { approvalRoutes } from '../platform/team/approval.routes.ts';
import { teamRoutes } from '../platform/team/team.routes.ts';
import { userRoutes } from '../modules/user/user.routes.ts';
import type { OpenRegistry } from '../platform/web/index.ts';
import { calls } from './implement.ts';

/** All handlers together; a missing one is a type error here. */
export function createRouter(open: OpenRegistry) {
  return calls.router({
    session: sessionRoutes,
    user: userRoutes,
    apiToken: apiTokenRoutes,
    notification: notificationRoutes,
    site: siteRoutes,
    backup: backupRoutes,
    bin: binRoutes,
    blueprint: blueprintRoutes,
    plugin: pluginRoutes,
    theme: themeRoutes,
    extensionRun: extensionRunRoutes,
    migration: migrationRoutes,
    cdn: cdnRoutes,
    siteTool: siteToolRoutes,
    staging: stagingRoutes,
    siteAccess: siteAccessRoutes,
    siteBuilder: siteBuilderRoutes,
    github: githubRoutes,
    license: licenseRoutes,
    dns: dnsRoutes,
    ssl: sslRoutes,
    domain: domainRoutes,
    task: taskRoutes,
    app: appRoutes,
    partnerAdmin: partnerAdminRoutes((context) => openFor(open, context)),
    platform: platformRoutes(open),
    release: releaseRoutes,
    team: teamRoutes,
    health: healthRoutes,
    approval: approvalRoutes,
  });
}

export type PanelRouter = ReturnType<typeof createRouter>;

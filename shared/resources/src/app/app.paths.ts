const withId = (page: string) => (id: string) => `/manage-app/${page}/${encodeURIComponent(id)}`;

export const appOverviewPath = withId('overview');
export const appBuildsPath = withId('build');
export const appManagePath = withId('manage-site');
export const appBuildSettingsPath = withId('build-settings');
export const appPreviewsPath = withId('previews');
export const appConnectPath = withId('connect');
export const appCommandsPath = withId('commands');
export const appDatabasePath = withId('database');
export const appBackupPath = withId('backup');
export const appUsagePath = withId('usage');
export const appDeployPath = withId('deploy');
export const appCdnPath = withId('cdn');
export const appDnsPath = withId('dns');
export const appSslPath = withId('ssl');

export const appUpgradePagePath = withId('upgrade');

/** Where an application gets a domain of its own, and what is left to do afterwards. */
export const appUpgradePath = (
  step: 'bring-your-own-domain' | 'finish',
  id: string,
  chosen: { domain?: string; typed?: string; change?: string } = {},
): string => {
  const search = new URLSearchParams(chosen).toString();
  return withId(`upgrade/${step}`)(id) + (search && `?${search}`);
};

/** One build, with its log. */
export const buildPath = (id: string, buildId: string): string =>
  `${appBuildsPath(id)}?build=${encodeURIComponent(buildId)}`;

/** One command, with its log. */
export const runPath = (id: string, runId: string): string => `${appCommandsPath(id)}?run=${encodeURIComponent(runId)}`;

/** The progress of a first build. */
export const firstBuildPath = (id: string, buildId: string): string =>
  `/new-app/start-building?app=${encodeURIComponent(id)}&build=${encodeURIComponent(buildId)}`;

/** The page after an upgrade (spec §2, `selectedApp`). */
export const appUpgradedPath = (license: string, id: string): string =>
  `/apps/finish?${new URLSearchParams({ selectedApp: license, app: id })}`;

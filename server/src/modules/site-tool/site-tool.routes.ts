import { calls } from '../../context/implement.ts';
import type { CronPayload, DebugPayload } from './site-tool.tasks.ts';
import { askSite, folderSizes, logIn, searchReplace, startTool } from './site-tool.service.ts';
import { changePhpSettings, showPhpSettings } from './php-settings.service.ts';
import { cronEvents } from './wordpress-tools.ts';

const { siteTool } = calls;

export const siteToolRoutes = {
  searchReplace: siteTool.searchReplace.handler(({ context, input }) => searchReplace(context, input)),
  clearCache: siteTool.clearCache.handler(({ context, input }) =>
    startTool(context, input, { kind: 'site.clear-cache' }),
  ),
  logIn: siteTool.logIn.handler(async ({ context, input }) => ({ status: true, url: await logIn(context, input.id) })),
  cron: siteTool.cron.handler(({ context, input }) => askSite(context, input, cronEvents)),
  runCron: siteTool.runCron.handler(({ context, input: { id, hook } }) =>
    startTool(context, { id }, { kind: 'site.run-cron', payload: { hook } satisfies CronPayload }),
  ),
  debugLog: siteTool.debugLog.handler(({ context, input }) =>
    askSite(context, input, (hosting, id) => hosting.debugLog(id)),
  ),
  setDebugLog: siteTool.setDebugLog.handler(({ context, input: { id, enabled } }) =>
    startTool(context, { id }, { kind: 'site.debug-log', payload: { enabled } satisfies DebugPayload }),
  ),
  emptyDebugLog: siteTool.emptyDebugLog.handler(({ context, input }) =>
    startTool(context, input, { kind: 'site.empty-debug-log' }),
  ),
  phpSettings: siteTool.phpSettings.handler(({ context, input }) => showPhpSettings(context, input.id)),
  setPhpSettings: siteTool.setPhpSettings.handler(({ context, input: { id, expected, ...settings } }) =>
    changePhpSettings(context, id, settings, expected),
  ),
  folderSizes: siteTool.folderSizes.handler(({ context, input: { id, folder } }) => folderSizes(context, id, folder)),
};

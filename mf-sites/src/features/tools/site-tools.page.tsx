import { t } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Banner, Stack, Tabs, TaskProgress } from '@panel/ui';
import { siteOverviewQuery } from '@panel/resources/site';
import { cannotUseTools } from '@panel/resources/site-tool';
import { useManagedSite } from '../site/managed-site.ts';
import { useToolTask } from '@panel/workload/parts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { CacheTool } from './cache.tool.tsx';
import { CronTool } from './cron.tool.tsx';
import { DatabaseTool } from './database.tool.tsx';
import { DebugLogTool } from './debug-log.tool.tsx';
import { DiskUsageTool } from './disk-usage.tool.tsx';
import { FileAccessTool } from './file-access.tool.tsx';
import { SearchReplaceTool } from './search-replace.tool.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id)]);

/** Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(SiteToolsPage);

const TOOLS = [
  { key: 'search-replace', label: t('Search and replace'), Tool: SearchReplaceTool },
  { key: 'cache', label: t('Cache'), Tool: CacheTool },
  { key: 'events', label: t('Scheduled events'), Tool: CronTool },
  { key: 'debug-log', label: t('Debug log'), Tool: DebugLogTool },
  { key: 'disk-usage', label: t('Disk usage'), Tool: DiskUsageTool },
  { key: 'database', label: t('Database'), Tool: DatabaseTool },
  { key: 'file-access', label: t('SFTP access'), Tool: FileAccessTool },
] as const;

/** One tool at a time, in the address. What a tool started stays above until the next one starts. */
function SiteToolsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { progress, setStarted } = useToolTask(site);
  const [search, setSearch] = useSearchParams();
  const reason = cannotUseTools(site);
  const active = TOOLS.find(({ key }) => key === search.get('tool'))?.key ?? 'search-replace';
  return (
    <SitePage site={site} title={t('Tools')}>
      <Stack gap={4}>
        {progress && <TaskProgress {...progress} />}
        {site.type === 'wordpress' ? (
          <Tabs
            label={t('Tools')}
            active={active}
            onChange={(tool) => setSearch({ tool }, { preventScrollReset: true })}
            tabs={TOOLS.map(({ key, label, Tool }) => ({
              key,
              label,
              content: <Tool site={site} siteId={id} reason={reason} onStarted={setStarted} />,
            }))}
          />
        ) : (
          <Banner kind="info">{reason}</Banner>
        )}
      </Stack>
    </SitePage>
  );
}

import { Button, Card, EmptyState, NoMatch, Stack } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { ChannelList } from './channel-list.tsx';
import { releaseActions, subjectKey, type Open } from './release.actions.ts';
import { releaseColumns } from './release.columns.tsx';
import { ReleaseFilters } from './release-filters.tsx';
import { packagesOf } from './release-lines.ts';
import type { ReleaseOverview } from './release.queries.ts';
import { shortVersion } from './release-words.ts';
import { pageOf, type ReleaseView } from './use-release-view.ts';

/** Of each package while all are shown; the one that is chosen shows all, paged. */
const NEWEST = 5;

type Props = { data: ReleaseOverview; view: ReleaseView; open: Open; errorOf: (number: string) => string };

function PackageCard({ name, data, view, open, errorOf }: Props & { name: string }) {
  const releases = data.releases.filter((release) => release.package === name);
  const isOnly = view.package === name;
  const rest = releases.length - NEWEST;
  return (
    <Card
      title={name}
      flush
      footer={!isOnly && rest > 0 && <Button size="s" onClick={() => view.show('releases', { package: name })}>All {releases.length} releases of {name}</Button>}
    >
      <ChannelList data={data} package={name} open={open} />
      <div className="release-table">
        <ResourceTable
          caption={`Releases of ${name}, newest first`}
          columns={releaseColumns(data, errorOf)}
          query={isOnly ? pageOf(releases, view.state) : { rows: releases.slice(0, NEWEST), total: Math.min(releases.length, NEWEST), pageIndex: 0, pageSize: NEWEST }}
          onChange={view.change}
          rowKey={subjectKey}
          rowLabel={({ version }) => `${name} ${shortVersion(version)}`}
          rowActions={(release) => releaseActions(data, release, open)}
          empty={<p className="p-text-muted release-none">No release of it is in the storage.</p>}
        />
      </div>
    </Card>
  );
}

/** All releases by package, newest first, with the lines that hand them out. */
export function ReleaseTab(props: Props) {
  const { data, view } = props;
  const packages = packagesOf(data);
  const shown = packages.filter((name) => !view.package || name === view.package);
  if (packages.length === 0) return <EmptyState icon="rocket" title="No releases yet" text="A team publishes one with pnpm release. It is listed here at once, and runs as soon as it is promoted." />;
  return (
    <Stack gap={5}>
      <div className="p-table-bar"><div className="p-filters"><ReleaseFilters data={data} view={view} /></div></div>
      {shown.length === 0 && <NoMatch onClear={view.clear} text="There is no such package." />}
      {shown.map((name) => <PackageCard key={name} name={name} {...props} />)}
    </Stack>
  );
}

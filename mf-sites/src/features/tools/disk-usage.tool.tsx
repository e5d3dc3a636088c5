import { t, Trans } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '@panel/core/router';
import type { FolderEntry } from '@panel/core';
import { Button, Bytes, Card, EmptyState, Inline, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { countOf } from '@panel/resources/site';
import { folderLabel, folderSizesQuery } from '@panel/resources/site-tool';
import { ToolData } from '@panel/workload/parts';
import type { ToolProps } from './tool-props.ts';

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const parentOf = (folder: string): string => folder.split('/').slice(0, -1).join('/');

const columnsOf = (folder: string, open: (folder: string) => void): readonly Column<FolderEntry>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: ({ name, kind }) => {
      const path = join(folder, name);
      if (kind === 'file') return <span className="p-break">{name}</span>;
      return (
        <Inline gap={2}>
          <Button kind="text" size="s" iconEnd="chevron-right" onClick={() => open(path)}>
            {name}
          </Button>
          {folderLabel(path) && <Text tone="muted">{folderLabel(path)}</Text>}
        </Inline>
      );
    },
  },
  {
    key: 'files',
    title: t('Files'),
    align: 'end',
    width: '120px',
    hideBelow: 'md',
    render: ({ files, kind }) => (kind === 'folder' ? countOf(files) : '-'),
  },
  { key: 'bytes', title: t('Size'), align: 'end', width: '120px', render: ({ bytes }) => <Bytes value={bytes} /> },
];

/** What takes the space of a site, folder by folder; the open one is in the address. */
export function DiskUsageTool({ siteId, reason }: ToolProps) {
  const [search, setSearch] = useSearchParams();
  const folder = search.get('folder') ?? '';
  const open = (next: string) =>
    setSearch({ tool: 'disk-usage', ...(next && { folder: next }) }, { preventScrollReset: true });
  const result = useQuery({ ...folderSizesQuery(siteId, folder), enabled: reason === undefined });
  return (
    <Card
      title={t('Disk usage')}
      actions={
        <>
          <Text mono className="p-break">
            /{folder}
          </Text>
          {folder !== '' && (
            <Button size="s" icon="arrow-left" onClick={() => open(parentOf(folder))}>
              {t('Up')}
            </Button>
          )}
        </>
      }
      flush
    >
      <ToolData result={result} reason={reason} what={t('the sizes of this folder')}>
        {({ entries, others, complete }, { loading }) => (
          <Stack gap={2}>
            <ResourceTable
              caption={folder ? t('Sizes of {folder}', { folder }) : t('Sizes of the site’s folders')}
              columns={columnsOf(folder, open)}
              query={{ rows: entries, total: entries.length, pageIndex: 0, pageSize: Math.max(1, entries.length) }}
              whole
              onChange={() => undefined}
              loading={loading}
              rowKey={({ name, kind }) => `${kind} ${name}`}
              empty={<EmptyState icon="server" level={3} title={t('This folder is empty')} />}
            />
            {(others.count > 0 || !complete) && (
              <Text as="p" size="s" tone="muted">
                {others.count > 0 && (
                  <>
                    <Trans
                      id="{count, plural, one {# smaller entry} other {# smaller entries}}: <0/>."
                      values={{ count: others.count }}
                      parts={[() => <Bytes value={others.bytes} />]}
                    />{' '}
                  </>
                )}
                {!complete && t('There is more than could be counted.')}
              </Text>
            )}
          </Stack>
        )}
      </ToolData>
    </Card>
  );
}

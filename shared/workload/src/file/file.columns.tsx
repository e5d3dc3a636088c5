import { t, type FileItem } from '@panel/core';
import { Button, Bytes, RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { modeText, shownName } from '@panel/resources/file';

const kindText = ({ kind }: FileItem): string =>
  ({ folder: t('Folder'), file: t('File'), link: t('Link'), other: t('Special file') })[kind];

/** Files that every site shares, and those of some archives, have the beginning of time (1980 in a zip) as theirs. */
const UNTIMED = Date.UTC(1990, 0);

const opens = ({ kind, exact }: FileItem): boolean => exact && (kind === 'file' || kind === 'folder');

export const fileColumns = (
  open: (item: FileItem) => void,
  drag: (item: FileItem, data: DataTransfer) => void,
): readonly Column<FileItem>[] => [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: (item) =>
      opens(item) ? (
        <Button
          kind="text"
          size="s"
          iconEnd={item.kind === 'folder' ? 'chevron-right' : undefined}
          draggable
          onDragStart={(event) => drag(item, event.dataTransfer)}
          onClick={() => open(item)}
        >
          <bdi className="p-break">{shownName(item.name)}</bdi>
        </Button>
      ) : (
        <bdi className="p-break">{shownName(item.name)}</bdi>
      ),
  },
  { key: 'kind', title: t('Kind'), width: '120px', hideBelow: 'md', render: kindText },
  {
    key: 'size',
    title: t('Size'),
    sortable: true,
    align: 'end',
    width: '120px',
    render: ({ kind, size }) => (kind === 'file' ? <Bytes value={size} /> : '-'),
  },
  {
    key: 'mode',
    title: t('Permissions'),
    width: '130px',
    hideBelow: 'lg',
    render: ({ mode }) => <Text mono>{modeText(mode)}</Text>,
  },
  {
    key: 'modified_at',
    title: t('Changed'),
    sortable: true,
    width: '160px',
    hideBelow: 'md',
    render: ({ modified_at }) => (Date.parse(modified_at) < UNTIMED ? '-' : <RelativeTime at={modified_at} />),
  },
];

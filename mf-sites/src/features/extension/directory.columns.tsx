import { t, type DirectoryItem, type ExtensionKind } from '@panel/core';
import { Badge, RelativeTime, ResourceName, Stack, Text, type MenuItem } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { extensionPaths, vulnerabilitiesLabel } from '@panel/resources/extension';
import { DirectoryRating } from './directory-rating.tsx';

/** How many sites use it; the directory rounds down. */
export const installsText = ({ active_installs: count }: DirectoryItem): string =>
  count < 10 ? t('Fewer than 10') : t('{count, number}+', { count });

/** What is known to be wrong with it, in the color of how much that matters; long texts wrap. */
export function DirectoryWarnings({ item }: { item: DirectoryItem }) {
  const { vulnerabilities, untested_wp } = item;
  const known = vulnerabilities && vulnerabilitiesLabel(vulnerabilities);
  return (
    <>
      {untested_wp && (
        <Text size="s" tone="warning">
          {t('Not tested with your WordPress {version}', { version: untested_wp })}
        </Text>
      )}
      {known && (
        <Text size="s" tone={vulnerabilities && vulnerabilities.current > 0 ? 'danger' : 'muted'}>
          {known}
        </Text>
      )}
    </>
  );
}

/** `WordPress 6.2, PHP 7.4`, or nothing. */
export const needsText = ({ requires_wp, requires_php }: DirectoryItem): string =>
  [requires_wp && t('WordPress {version}', { version: requires_wp }), requires_php && `PHP ${requires_php}`]
    .filter(Boolean)
    .join(', ');

/** One entry of the directory per row. */
export const directoryColumns = (kind: ExtensionKind): readonly Column<DirectoryItem>[] => [
  {
    key: 'name',
    title: kind === 'plugin' ? t('Plugin') : t('Theme'),
    render: ({ name, slug, author, version, icon_url }) => (
      <ResourceName
        icon={kind}
        picture={icon_url}
        title={name}
        detail={author ? t('{version} by {author}', { version, author }) : `${slug} ${version}`}
      />
    ),
  },
  {
    key: 'rating',
    title: t('Rating'),
    width: '152px',
    render: ({ rating, rating_count }) => <DirectoryRating rating={rating} count={rating_count} />,
  },
  { key: 'installs', title: t('Active installs'), width: '128px', hideBelow: 'md', render: installsText },
  {
    key: 'compatibility',
    title: t('Compatibility'),
    width: '240px',
    render: (item) => (
      <Stack gap={1}>
        <Text>
          {item.tested_wp ? t('Tested up to WordPress {version}', { version: item.tested_wp }) : needsText(item) || '-'}
        </Text>
        {item.tested_wp && item.requires_php && (
          <Text size="s" tone="muted">
            {t('Needs PHP {version}', { version: item.requires_php })}
          </Text>
        )}
        <DirectoryWarnings item={item} />
      </Stack>
    ),
  },
  {
    key: 'updated_at',
    title: t('Updated'),
    width: '128px',
    hideBelow: 'lg',
    render: ({ updated_at }) => (updated_at ? <RelativeTime at={updated_at} /> : '-'),
  },
  {
    key: 'library',
    title: t('Library'),
    width: '132px',
    hideBelow: 'lg',
    render: ({ in_library }) =>
      in_library ? (
        <Badge tone="success">{t('{version} added', { version: in_library.version })}</Badge>
      ) : (
        <Text tone="muted">{t('Not added')}</Text>
      ),
  },
];

export type DirectoryActions = {
  onDetails: (slug: string) => void;
  onAdd: (slug: string) => void;
  /** Adds it first where the library has not this version. */
  onInstall: (item: DirectoryItem) => void;
};

/** Whether the library has what the directory has. */
export const isInLibrary = ({ in_library, version }: DirectoryItem): boolean => in_library?.version === version;

/** What adding it is called: an older version in the library is kept. */
export const addLabel = ({ in_library, version }: DirectoryItem): string =>
  in_library ? t('Update to {version}', { version }) : t('Add to library');

/** The menu of one entry. */
export const directoryMenu = (
  kind: ExtensionKind,
  item: DirectoryItem,
  { onDetails, onAdd, onInstall }: DirectoryActions,
): MenuItem[] => [
  { key: 'details', label: t('Details'), icon: 'info', onSelect: () => onDetails(item.slug) },
  isInLibrary(item)
    ? {
        key: 'install',
        label: t('Install on sites'),
        icon: 'plus',
        to: extensionPaths(kind).select(item.in_library?.id ?? ''),
      }
    : { key: 'add', label: addLabel(item), icon: 'plus', onSelect: () => onAdd(item.slug) },
  ...(isInLibrary(item)
    ? []
    : [
        {
          key: 'install',
          label: t('Add and install on sites'),
          icon: 'sites' as const,
          onSelect: () => onInstall(item),
        },
      ]),
];

import { t } from '@panel/core';
import type { Extension, ExtensionKind, InstalledExtension } from '@panel/core';
import { Badge, formatBytes, Inline, RelativeTime, ResourceName, Text, type MenuItem } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { extensionPaths } from '@panel/resources/extension';

/** One version of the library per row. */
export const libraryColumns = (kind: ExtensionKind): readonly Column<Extension>[] => [
  {
    key: 'name',
    title: kind === 'plugin' ? t('Plugin') : t('Theme'),
    render: ({ name, slug }) => <ResourceName icon={kind} title={name} detail={slug} />,
  },
  {
    key: 'version',
    title: t('Version'),
    width: '200px',
    render: ({ version, directory_version }) => (
      <Inline gap={2}>
        <span>{version}</span>
        {directory_version && (
          <Badge tone="info">{t('{version} in the directory', { version: directory_version })}</Badge>
        )}
      </Inline>
    ),
  },
  {
    key: 'requires',
    title: t('Needs'),
    width: '200px',
    hideBelow: 'lg',
    render: ({ requires_wp, requires_php }) => (
      <Text tone="soft">
        {[requires_wp && t('WordPress {version}', { version: requires_wp }), requires_php && `PHP ${requires_php}`]
          .filter(Boolean)
          .join(', ') || '-'}
      </Text>
    ),
  },
  {
    key: 'file_size',
    title: t('Size'),
    align: 'end',
    width: '104px',
    hideBelow: 'md',
    render: ({ file_size }) => formatBytes(file_size),
  },
  {
    key: 'created_at',
    title: t('Added'),
    width: '148px',
    hideBelow: 'md',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

/** The menu of one version of the library. */
export const libraryActions = (
  kind: ExtensionKind,
  { id, directory_version: newer }: Extension,
  { onRemove, onUpdate }: { onRemove: () => void; onUpdate: () => void },
): MenuItem[] => [
  ...(newer
    ? [
        {
          key: 'update',
          label: t('Update to {version}', { version: newer }),
          icon: 'refresh' as const,
          onSelect: onUpdate,
        },
      ]
    : []),
  { key: 'install', label: t('Install on sites'), icon: 'plus', to: extensionPaths(kind).select(id) },
  { key: 'remove', label: t('Delete from library'), icon: 'trash', danger: true, separated: true, onSelect: onRemove },
];

const vulnerableLabel = (vulnerable: readonly string[], versions: readonly string[]): string =>
  vulnerable.length === versions.length
    ? t('Vulnerable')
    : t('{versions} vulnerable', { versions: vulnerable.join(', ') });

const sitesText = ({ site_count: count, active_count: active }: InstalledExtension): string =>
  active === count
    ? t('{count, plural, one {# site} other {# sites}}, active', { count })
    : t('{count, plural, one {# site} other {# sites}}, {active, number} active', { count, active });

/** One plugin or theme over all sites per row. */
export const installedColumns = (kind: ExtensionKind): readonly Column<InstalledExtension>[] => [
  {
    key: 'name',
    title: kind === 'plugin' ? t('Plugin') : t('Theme'),
    render: ({ name, slug }) => <ResourceName icon={kind} title={name || slug} detail={slug} />,
  },
  {
    key: 'versions',
    title: t('Versions'),
    width: '240px',
    render: ({ versions, update_version, vulnerable_versions }) => (
      <Inline gap={2}>
        <span>{versions.join(', ')}</span>
        {vulnerable_versions.length > 0 && (
          <Badge tone="danger">{vulnerableLabel(vulnerable_versions, versions)}</Badge>
        )}
        {update_version && <Badge tone="info">{t('{update_version} in your library', { update_version })}</Badge>}
      </Inline>
    ),
  },
  { key: 'sites', title: t('Sites'), width: '180px', render: sitesText },
];

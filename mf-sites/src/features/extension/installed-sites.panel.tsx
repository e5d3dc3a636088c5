import { t, Trans } from '@panel/core';
import type { InstalledExtension } from '@panel/core';
import { Badge, Inline, Link, RelativeTime, SidePanel, Stack, Text } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import './extension.css';

type Props = { item: InstalledExtension; onClose: () => void };

/** Which sites have an item, in which version. */
export function InstalledSitesPanel({ item: { name, slug, sites, site_count }, onClose }: Props) {
  return (
    <SidePanel open title={t('{name} on your sites', { name: name || slug })} onClose={onClose}>
      <Stack gap={3}>
        <ul className="extension-sites">
          {sites.map(({ site_id, fqdn, version, active, checked_at }) => (
            <li key={site_id}>
              <Link to={overviewPath(site_id)}>{fqdn}</Link>
              <Inline gap={3}>
                <Text>{version}</Text>
                <Badge tone={active ? 'success' : 'neutral'}>{active ? t('Active') : t('Inactive')}</Badge>
                <Text size="s" tone="muted">
                  <Trans id="Checked <0/>" parts={[() => <RelativeTime at={checked_at} />]} />
                </Text>
              </Inline>
            </li>
          ))}
        </ul>
        {site_count > sites.length && (
          <Text tone="muted">
            {t('And {count, plural, one {# more site} other {# more sites}}.', { count: site_count - sites.length })}
          </Text>
        )}
      </Stack>
    </SidePanel>
  );
}

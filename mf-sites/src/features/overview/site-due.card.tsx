import { t, Trans } from '@panel/core';
import type { ReactNode } from 'react';
import type { SiteOverview } from '@panel/core';
import { Button, Card, Icon, Link, RelativeTime, Stack, Text, type IconName } from '@panel/ui';
import { backupPath, cannotHaveBackups } from '@panel/resources/backup';
import { countedPath, extensionCounts, extensionPaths } from '@panel/resources/extension';
import { cannotUpgrade, isOutdated } from '@panel/resources/site';
import './site-due.css';

type Tone = 'success' | 'warning' | 'danger' | 'muted';
const ICONS: Readonly<Record<Tone, IconName>> = {
  success: 'check-circle',
  warning: 'warning',
  danger: 'error',
  muted: 'minus-circle',
};

/** One thing that may be due: how it is, and what does it. */
function Item({ tone, action, children }: { tone: Tone; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="due-item">
      <Icon name={ICONS[tone]} size={16} className={`p-text-${tone}`} />
      <span className="due-text">{children}</span>
      {action}
    </li>
  );
}

const WordPress = ({ site, onUpgrade }: { site: SiteOverview['site']; onUpgrade: () => void }) => {
  if (!site.version) return null;
  if (!isOutdated(site))
    return <Item tone="success">{t('WordPress {version} is the newest version.', { version: site.version })}</Item>;
  return (
    <Item
      tone="warning"
      action={
        <Button size="s" onClick={onUpgrade} disabledReason={cannotUpgrade(site)}>
          {t('Upgrade WordPress')}
        </Button>
      }
    >
      {t('WordPress {version} is available.', { version: site.currentWordPressVersion ?? '' })}
    </Item>
  );
};

function Updates({ updates }: { updates: SiteOverview['due']['updates'] }) {
  if (!updates)
    return (
      <Item tone="muted" action={<Link to={extensionPaths('plugin').installed}>{t('Check')}</Link>}>
        {t('Plugins and themes have not been checked yet.')}
      </Item>
    );
  const when = (
    <Text size="s" tone="muted">
      {' '}
      <Trans id="Checked <0/>" parts={[() => <RelativeTime at={updates.checked_at} />]} />
    </Text>
  );
  const what = extensionCounts(updates);
  if (!what)
    return (
      <Item tone="success">
        {t('Plugins and themes are up to date.')}
        {when}
      </Item>
    );
  return (
    <Item tone="warning" action={<Link to={countedPath(updates)}>{t('Update')}</Link>}>
      {t('Updates of {what} in your library.', { what })}
      {when}
    </Item>
  );
}

/** Only with a loaded feed, and once the site was read. */
function Vulnerable({ overview }: { overview: SiteOverview }) {
  const { pluginsVulnerabilityCount: plugin, themesVulnerabilityCount: theme, due } = overview;
  if (plugin === null || theme === null || !due.updates) return null;
  const counts = { plugin, theme };
  const what = extensionCounts(counts);
  if (!what) return <Item tone="success">{t('No plugin or theme with a known vulnerability.')}</Item>;
  return (
    <Item tone="danger" action={<Link to={countedPath(counts)}>{t('Review')}</Link>}>
      {t('Known vulnerabilities in {what}.', { what })}
    </Item>
  );
}

function LastBackup({ overview: { site, due } }: { overview: SiteOverview }) {
  if (cannotHaveBackups(site)) return null;
  const to = backupPath(site.site_id ?? '');
  if (!due.backup)
    return (
      <Item tone="warning" action={<Link to={to}>{t('Back up')}</Link>}>
        {t('No backup yet.')}
      </Item>
    );
  const { created_at, proof } = due.backup;
  const createdAt = () => <RelativeTime at={created_at} />;
  const action = <Link to={to}>{proof ? t('Backups') : t('Test restore')}</Link>;
  return (
    <Item tone={proof === null ? 'muted' : proof.ok ? 'success' : 'danger'} action={action}>
      {proof === null ? (
        <Trans id="Last backup <0/>, not tested yet." parts={[createdAt]} />
      ) : proof.ok ? (
        <Trans
          id="Last backup <0/>, restore tested <1/>."
          parts={[createdAt, () => <RelativeTime at={proof.checked_at} />]}
        />
      ) : (
        <Trans
          id="Last backup <0/>, test restore failed <1/>."
          parts={[createdAt, () => <RelativeTime at={proof.checked_at} />]}
        />
      )}
    </Item>
  );
}

/** What is due on the site, each with a link to what does it. Only what was read is shown, with the time. */
export function SiteDueCard({ overview, onUpgrade }: { overview: SiteOverview; onUpgrade: () => void }) {
  const { site, due } = overview;
  const isWordPress = site.type === 'wordpress';
  if (!isWordPress && cannotHaveBackups(site)) return null;
  return (
    <Card title={t('Updates and backups')}>
      <Stack as="ul" gap={3} className="due-list">
        {isWordPress && <WordPress site={site} onUpgrade={onUpgrade} />}
        {isWordPress && <Updates updates={due.updates} />}
        {isWordPress && <Vulnerable overview={overview} />}
        <LastBackup overview={overview} />
      </Stack>
    </Card>
  );
}

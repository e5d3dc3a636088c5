import { t, translated, type SiteOverview } from '@panel/core';
import { healthLabels, healthReasonLabels, type HealthCode } from '@panel/contract/status';
import { Card, formatBytes, Icon, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { backupPath } from '@panel/resources/backup';
import { cdnPath } from '@panel/resources/cdn';
import { dnsPath } from '@panel/resources/dns';
import { limitHitLabel } from '@panel/resources/plan';
import { sslPath } from '@panel/resources/ssl';
import './site-due.css';

type Reason = SiteOverview['site']['health']['reasons'][number];
type Step = { label: () => string; to: (siteId: string) => string };

const restore: Step = { label: () => t('Restore a backup'), to: backupPath };
const backups: Step = { label: () => t('View backups'), to: backupPath };

/** What its owner can do about a reason; null where the page itself offers it. */
const STEPS: Readonly<Record<HealthCode, Step | null>> = {
  HTTP: restore,
  WordPress: restore,
  Runtime: restore,
  DNS: { label: () => t('View DNS'), to: dnsPath },
  Certificate: { label: () => t('View certificate'), to: sslPath },
  CDN: { label: () => t('View CDN'), to: cdnPath },
  TASK_FAILED: null,
  HELD: null,
  BACKUP_FAILED: backups,
  RESTORE_TEST_FAILED: backups,
  LIMIT_HIT: null,
};

/** What can be done about each reason, each step once. Only what was backed up can be restored. */
function stepsOf(reasons: readonly Reason[], { due }: SiteOverview): (Step | null)[] {
  const steps = reasons.map(({ code }) => STEPS[code]);
  return steps.map((step, index) =>
    (step === restore && due.backup === null) || steps.indexOf(step) < index ? null : step,
  );
}

/** What was found, for people. */
function evidenceOf({ code, limit, detail }: Reason, limits: SiteOverview['limits']): string | null {
  if (limit !== undefined) return limitHitLabel({ kind: limit }, limits, formatBytes).text;
  if (code === 'HELD')
    return t('The panel paused this site, because running it stopped the panel. It starts again at the time shown.');
  return detail;
}

type ItemProps = { reason: Reason; step: Step | null; overview: SiteOverview };

function Item({ reason, step, overview }: ItemProps) {
  const { site, limits } = overview;
  const evidence = evidenceOf(reason, limits);
  const isDown = reason.level === 'down';
  return (
    <li className="due-item">
      <Icon name={isDown ? 'error' : 'warning'} size={16} className={isDown ? 'p-text-danger' : 'p-text-warning'} />
      <span className="due-text">
        <Text weight="medium">{translated(healthReasonLabels[reason.code])}</Text>
        {reason.at && (
          <Text size="s" tone="muted">
            {' '}
            <RelativeTime at={reason.at} />
          </Text>
        )}
        {evidence && (
          <Text as="p" size="s" className="p-break">
            {evidence}
          </Text>
        )}
      </span>
      {step && site.site_id !== null && <Link to={step.to(site.site_id)}>{step.label()}</Link>}
    </li>
  );
}

/** Why the site is not healthy: each reason with its evidence and what to do next. Nothing while it is healthy. */
export function SiteHealthCard({ overview }: { overview: SiteOverview }) {
  const { level, reasons } = overview.site.health;
  // The page shows a failed change itself, with what to do about it.
  const shown = reasons.filter(({ code }) => code !== 'TASK_FAILED');
  if (shown.length === 0) return null;
  const steps = stepsOf(shown, overview);
  return (
    <Card title={translated(healthLabels[level].label)}>
      <Stack as="ul" gap={3} className="due-list">
        {shown.map((reason, index) => (
          <Item
            key={`${reason.code} ${reason.limit ?? ''}`}
            reason={reason}
            step={steps[index] ?? null}
            overview={overview}
          />
        ))}
      </Stack>
    </Card>
  );
}

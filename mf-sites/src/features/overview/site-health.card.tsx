import { t, type SiteOverview } from '@panel/core';
import type { HealthCode } from '@panel/contract/status';
import { formatBytes } from '@panel/ui';
import { backupPath } from '@panel/resources/backup';
import { cdnPath } from '@panel/resources/cdn';
import { dnsPath } from '@panel/resources/dns';
import { limitHitLabel } from '@panel/resources/plan';
import { sslPath } from '@panel/resources/ssl';
import { HealthCard, heldText, restoredText, type HealthReason } from '@panel/workload/health';

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
  CERTIFICATE_ENDS: { label: () => t('View certificate'), to: sslPath },
  BACKUP_FAILED: backups,
  RESTORE_TEST_FAILED: backups,
  LIMIT_HIT: null,
  RESTORED_ELSEWHERE: backups,
};

/** What was found, for people. */
function evidenceOf({ code, limit, detail }: HealthReason, limits: SiteOverview['limits']): string | null {
  if (limit !== undefined) return limitHitLabel({ kind: limit }, limits, formatBytes).text;
  if (code === 'RESTORED_ELSEWHERE') return restoredText();
  return code === 'HELD' ? heldText() : detail;
}

/** Why the site is not healthy. */
export function SiteHealthCard({ overview: { site, limits, due } }: { overview: SiteOverview }) {
  const { site_id: id } = site;
  return (
    <HealthCard
      id={id}
      health={site.health}
      isShownElsewhere={({ code }) => code === 'TASK_FAILED'}
      evidenceOf={(reason) => evidenceOf(reason, limits)}
      stepOf={({ code }) => {
        const step = STEPS[code];
        // Only what was backed up can be restored.
        if (!step || id === null || (step === restore && due.backup === null)) return null;
        return { label: step.label(), to: step.to(id) };
      }}
    />
  );
}

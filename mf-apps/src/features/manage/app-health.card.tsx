import { t, type App } from '@panel/core';
import type { HealthCode } from '@panel/contract/status';
import { appBackupPath, appBuildsPath, appCdnPath, appDnsPath, appLimitText, appSslPath } from '@panel/resources/app';
import { HealthCard, heldText, restoredText, type HealthReason } from '@panel/workload/health';

type Step = { label: () => string; to: (id: string) => string };

const builds: Step = { label: () => t('View builds'), to: appBuildsPath };
const backups: Step = { label: () => t('View backups'), to: appBackupPath };

/** What its owner can do about a reason: an earlier release is published from the list of builds. */
const STEPS: Readonly<Record<HealthCode, Step | null>> = {
  HTTP: builds,
  WordPress: null,
  Runtime: builds,
  DNS: { label: () => t('View DNS'), to: appDnsPath },
  Certificate: { label: () => t('View certificate'), to: appSslPath },
  CDN: { label: () => t('View CDN'), to: appCdnPath },
  TASK_FAILED: builds,
  HELD: null,
  CERTIFICATE_ENDS: { label: () => t('View certificate'), to: appSslPath },
  BACKUP_FAILED: backups,
  RESTORE_TEST_FAILED: backups,
  LIMIT_HIT: null,
  RESTORED_ELSEWHERE: backups,
};

/** What was found, for people. */
function evidenceOf({ code, limit, detail }: HealthReason): string | null {
  if (limit !== undefined) return appLimitText[limit]();
  if (code === 'RESTORED_ELSEWHERE') return restoredText();
  return code === 'HELD' ? heldText() : detail;
}

/** Why the application is not healthy. A failed build says so itself. */
export const AppHealthCard = ({ app: { id, health, last_build } }: { app: App }) => (
  <HealthCard
    id={id}
    health={health}
    isShownElsewhere={({ code }) => code === 'TASK_FAILED' && last_build?.status === 'failed'}
    evidenceOf={evidenceOf}
    stepOf={({ code }) => {
      const step = STEPS[code];
      return step && { label: step.label(), to: step.to(id) };
    }}
  />
);

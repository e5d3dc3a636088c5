import { t, type InstallationBackups } from '@panel/core';

/** Why no backup can be asked for now; null if one can. */
export function whyNotNow({ problem, runningSince, requestedAt }: InstallationBackups): string | null {
  if (problem !== null) return t('The panel cannot make one with its present settings.');
  if (runningSince !== null) return t('One is being made.');
  return requestedAt === null ? null : t('One was asked for already. It begins within a minute.');
}

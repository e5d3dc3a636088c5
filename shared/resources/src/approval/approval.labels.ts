import { t } from '@panel/core';
import type { Approval } from '@panel/core';

type Wanted = Pick<Approval, 'package' | 'action' | 'version' | 'percent' | 'partner'>;

/** A waiting change in words: `Promote mf-orders 2 for all partners`. */
export function approvalTitle({ package: name, action, version, percent, partner }: Wanted): string {
  const where = `for ${partner ?? 'all partners'}`;
  if (action === 'one-person') return t('Let one person change what {name} runs', { name });
  if (action === 'canary')
    return t('Canary of {name} {version} for {percent} %, {where}', {
      name,
      version: version ?? '',
      percent: percent ?? '',
      where,
    });
  return `${action === 'pin' ? t('Pin') : t('Promote')} ${name} ${version} ${where}`;
}

import type { Approval } from '@panel/core';

type Wanted = Pick<Approval, 'package' | 'action' | 'version' | 'percent' | 'partner'>;

/** A waiting change in words: `Promote mf-orders 2 for all partners`. */
export function approvalTitle({ package: name, action, version, percent, partner }: Wanted): string {
  const where = `for ${partner ?? 'all partners'}`;
  if (action === 'one-person') return `Let one person change what ${name} runs`;
  if (action === 'canary') return `Canary of ${name} ${version} for ${percent} %, ${where}`;
  return `${action === 'pin' ? 'Pin' : 'Promote'} ${name} ${version} ${where}`;
}

import { t } from '@panel/core';
import type { Channel, Running } from '@panel/core';

/* What tests of this feature begin with: mf-sites, with release two stable for all partners. */

export const AT = '2026-11-21T03:00:00.000Z';

export const channelWith = (change: Partial<Channel> = {}): Channel => ({
  package: 'mf-sites',
  partner: null,
  follows: false,
  enabled: true,
  stable: 'two',
  previous: 'one',
  canary: null,
  canaryPercent: 0,
  pin: null,
  blocked: [],
  changedAt: AT,
  changedBy: 'op',
  ...change,
});

/** What a partner's users get, counted from no page view yet. */
export const runningWith = (change: Partial<Running> = {}): Running => ({
  partner: 'a.example',
  partnerName: 'A',
  package: 'mf-sites',
  version: 'two',
  by: 'stable',
  canary: null,
  since: AT,
  changedBy: 'op',
  refused: [],
  release: null,
  stats: { loads: 0, loadMsMedian: null, loadMsP75: null, errors: 0, reasons: {} },
  ...change,
});

export const held = (version: string) => [{ version, reason: t('by hand'), at: AT, by: 'op' }];

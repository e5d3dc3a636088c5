import { sectionOn } from '@panel/contract/sections';
import type { Partner } from '@panel/core';
import { ACCOUNT, APPLICATION_HOSTING, HOME, type HelpTopic } from './help-topics.ts';

/** Only special partners show application hosting; others see Home and Account (spec §2). */
export function helpTopics(partner: Pick<Partner, 'attributes' | 'is_nucal_partner'>): HelpTopic[] {
  return sectionOn(partner, 'applications') ? [HOME, APPLICATION_HOSTING, ACCOUNT] : [HOME, ACCOUNT];
}

import type { CallName } from '@panel/contract/reads';
import { mayDo, STAFF_DUTIES, type StaffDuty, type StaffRole } from '@panel/contract/staff-roles';
import { declaredAt } from '../http/declared-at.ts';
import { t } from '../words/words.ts';
import { useViewer } from './session.ts';

export const STAFF_ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  owner: t('Owner'),
  admin: t('Administrator'),
  support: t('Support'),
  billing: t('Billing'),
  read_only: t('Read-only'),
};

type Declared = { '~orpc'?: { meta?: { staff?: StaffDuty } } };

/** Whose role includes what a call is for, as a sentence for those whose role does not. */
const reasonOf = (duty: StaffDuty): string =>
  t('Your role doesn’t include this. It is for: {roles}.', {
    roles: STAFF_DUTIES[duty].map((role) => STAFF_ROLE_LABELS[role]).join(', '),
  });

/** Returns why the viewer's role of staff keeps them from making a call, or null; the contract says which roles may. */
export function useRoleRefusal(): (call: CallName | undefined) => string | null {
  const viewer = useViewer();
  return (call) => {
    const duty = call && (declaredAt(call.split('.')) as Declared | undefined)?.['~orpc']?.meta?.staff;
    return duty === undefined || mayDo(duty, viewer) ? null : reasonOf(duty);
  };
}

import type { CallName } from '@panel/contract/reads';
import { MEMBER_DUTIES, memberMay, type MemberDuty, type MemberRole } from '@panel/contract/member-roles';
import { mayDo, STAFF_DUTIES, type StaffDuty, type StaffRole } from '@panel/contract/staff-roles';
import { declaredAt } from '../http/declared-at.ts';
import { t } from '../words/words.ts';
import { useViewer } from './session.ts';

// Said when they are read: this module is evaluated before any catalogue has loaded.
export const STAFF_ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  get owner() {
    return t('Owner');
  },
  get admin() {
    return t('Administrator');
  },
  get support() {
    return t('Support');
  },
  get billing() {
    return t('Billing');
  },
  get read_only() {
    return t('Read-only');
  },
};

export const MEMBER_ROLE_LABELS: Readonly<Record<MemberRole, string>> = {
  get owner() {
    return t('Owner');
  },
  get developer() {
    return t('Developer');
  },
  get billing() {
    return t('Billing');
  },
  get read_only() {
    return t('Read-only');
  },
};

type Declared = { '~orpc'?: { meta?: { staff?: StaffDuty; member?: MemberDuty } } };

/** Whose role includes what a call is for, as a sentence for those whose role does not. */
const reasonOf = (duty: StaffDuty): string =>
  t('Your role doesn’t include this. It is for: {roles}.', {
    roles: STAFF_DUTIES[duty].map((role) => STAFF_ROLE_LABELS[role]).join(', '),
  });

/** The same for members of a customer's account; some roles may for those who have the whole account. */
function memberReasonOf(duty: MemberDuty, role: MemberRole): string {
  const roles: readonly MemberRole[] = MEMBER_DUTIES[duty];
  if (roles.includes(role)) return t('This is for people who have access to the whole account.');
  if (roles.length === 0) return t('Only the customer can do this.');
  return t('Your role doesn’t include this. It is for: {roles}.', {
    roles: roles.map((each) => MEMBER_ROLE_LABELS[each]).join(', '),
  });
}

/** Returns why the viewer's role keeps them from making a call, or null; the contract says which roles may. */
export function useRoleRefusal(): (call: CallName | undefined) => string | null {
  const viewer = useViewer();
  return (call) => {
    const { staff, member } = (call && (declaredAt(call.split('.')) as Declared | undefined)?.['~orpc']?.meta) || {};
    if (staff !== undefined && !mayDo(staff, viewer)) return reasonOf(staff);
    const own = viewer?.member;
    return own && member !== undefined && !memberMay(member, own) ? memberReasonOf(member, own.role) : null;
  };
}

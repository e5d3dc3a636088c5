import { t, type Member } from '@panel/core';

/** What a member is called: their name, or their email while they have none. */
export const memberName = ({ firstname, lastname, email }: Pick<Member, 'firstname' | 'lastname' | 'email'>): string =>
  `${firstname} ${lastname}`.trim() || email;

/** What a member has of the account, in a few words. */
export function accessOf({ workloads }: Pick<Member, 'workloads'>): string {
  if (workloads === null) return t('Everything');
  const [first] = workloads;
  if (!first) return t('Nothing any more');
  return workloads.length === 1
    ? first.fqdn
    : t('{address} and {count} more', { address: first.fqdn, count: workloads.length - 1 });
}

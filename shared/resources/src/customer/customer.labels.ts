import {
  t,
  type CustomerAccount,
  type CustomerBulkAction,
  type CustomerBulkReason,
  type CustomerSignIn,
  type CustomerState,
} from '@panel/core';
import type { StatusTone } from '@panel/contract/status';

type Label = { label: string; tone: StatusTone };

export const CUSTOMER_STATE_LABELS: Readonly<Record<CustomerState, Label>> = {
  active: { label: t('Active'), tone: 'success' },
  invited: { label: t('Invited'), tone: 'info' },
  suspended: { label: t('Suspended'), tone: 'warning' },
  deleting: { label: t('Being deleted'), tone: 'danger' },
};

/** An invitation whose link no longer works is one that nobody can accept. */
export const customerState = ({
  state,
  invitation_until: until,
}: Pick<CustomerAccount, 'state' | 'invitation_until'>): Label =>
  state === 'invited' && until === null
    ? { label: t('Invitation expired'), tone: 'neutral' }
    : CUSTOMER_STATE_LABELS[state];

export const SIGN_IN_LABELS: Readonly<Record<CustomerSignIn['result'], Label>> = {
  signed_in: { label: t('Signed in'), tone: 'success' },
  refused: { label: t('Refused'), tone: 'danger' },
};

/** What a customer is called: their name, or their email while they have none. */
export const customerName = ({
  firstname,
  lastname,
  email,
}: Pick<CustomerAccount, 'firstname' | 'lastname' | 'email'>) => `${firstname} ${lastname}`.trim() || email;

/** The page of one customer. */
export const customerPath = (id: string): string => `/customers/customer?${new URLSearchParams({ id })}`;

/** This many customers. */
export const bulkCustomers = (count: number): string =>
  t('{count, plural, one {# customer} other {# customers}}', { count });

/** The page with the result of a change of many customers. */
export const customerBulkPath = (id: string): string => `/customers/bulk?${new URLSearchParams({ id })}`;

/** What a change of many customers is called. */
export const CUSTOMER_BULK_LABELS: Readonly<Record<CustomerBulkAction, string>> = {
  suspend: t('Suspend'),
  unsuspend: t('End suspension'),
  tag: t('Add a tag'),
  untag: t('Remove a tag'),
  delete: t('Delete'),
  license: t('Issue a license'),
};

export const CUSTOMER_BULK_REASONS: Readonly<Record<CustomerBulkReason, string>> = {
  gone: t('The customer was deleted.'),
  deleting: t('The customer is being deleted. Undo the deletion first.'),
  tags_full: t('The customer has 20 tags already. Remove one first.'),
  rights: t('Your account or role doesn’t allow this any more.'),
  failed: t('Something went wrong. Try again.'),
};

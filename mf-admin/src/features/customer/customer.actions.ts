import { t, type CustomerAccount } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotInvite, cannotSuspend, type CustomerCommand } from '@panel/resources/customer';

export const CUSTOMER_PANELS = ['suspend', 'delete'] as const;
export type CustomerPanel = (typeof CUSTOMER_PANELS)[number];

type Doing = { open: (panel: CustomerPanel) => void; change: (change: CustomerCommand) => void };

/** What can be done to a customer, in the list and on their page. */
export const customerActions = (customer: CustomerAccount, { open, change }: Doing): MenuItem[] => [
  {
    key: 'invite',
    call: 'customer.invite',
    label: t('Send invitation again'),
    icon: 'mail',
    onSelect: () => change('invite'),
    disabledReason: cannotInvite(customer),
  },
  customer.state === 'suspended'
    ? {
        key: 'unsuspend',
        call: 'customer.unsuspend',
        label: t('End suspension'),
        icon: 'check-circle',
        onSelect: () => change('unsuspend'),
      }
    : {
        key: 'suspend',
        call: 'customer.suspend',
        label: t('Suspend'),
        icon: 'stop',
        onSelect: () => open('suspend'),
        disabledReason: cannotSuspend(customer),
      },
  customer.state === 'deleting'
    ? {
        key: 'restore',
        call: 'customer.restore',
        label: t('Undo deletion'),
        icon: 'refresh',
        separated: true,
        onSelect: () => change('restore'),
      }
    : {
        key: 'delete',
        call: 'customer.remove',
        label: t('Delete'),
        icon: 'trash',
        danger: true,
        separated: true,
        onSelect: () => open('delete'),
      },
];

import { t, type Reseller } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import {
  cannotClose,
  cannotInviteAdmin,
  cannotRestoreReseller,
  cannotSuspendReseller,
  type ResellerCommand,
} from '@panel/resources/reseller';

export const RESELLER_PANELS = ['edit', 'suspend', 'delete'] as const;
export type ResellerPanel = (typeof RESELLER_PANELS)[number];

type Doing = { open: (panel: ResellerPanel) => void; change: (change: ResellerCommand) => void };

/** What can be done to a partner. */
export const resellerActions = (reseller: Reseller, { open, change }: Doing): MenuItem[] => [
  { key: 'edit', label: t('Edit and limits'), icon: 'edit', onSelect: () => open('edit') },
  { key: 'panel', label: t('Open its panel'), icon: 'external', href: reseller.address },
  {
    key: 'invite',
    label: t('Send invitation again'),
    icon: 'mail',
    onSelect: () => change('invite'),
    disabledReason: cannotInviteAdmin(reseller),
  },
  reseller.state === 'suspended'
    ? { key: 'unsuspend', label: t('End suspension'), icon: 'check-circle', onSelect: () => change('unsuspend') }
    : {
        key: 'suspend',
        label: t('Suspend'),
        icon: 'stop',
        onSelect: () => open('suspend'),
        disabledReason: cannotSuspendReseller(reseller),
      },
  reseller.state === 'deleting'
    ? {
        key: 'restore',
        label: t('Undo deletion'),
        icon: 'refresh',
        separated: true,
        onSelect: () => change('restore'),
        disabledReason: cannotRestoreReseller(reseller),
      }
    : {
        key: 'delete',
        label: t('Delete'),
        icon: 'trash',
        danger: true,
        separated: true,
        onSelect: () => open('delete'),
        disabledReason: cannotClose(reseller),
      },
];

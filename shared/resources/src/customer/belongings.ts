import type { AccountBelongings } from '@panel/contract';
import { t } from '@panel/core';

/** What goes with the account of a customer, as the dialogs that delete it list it. */
export function belongingsTexts(
  email: string,
  { sites, apps, backups, licenses, binned }: AccountBelongings,
): string[] {
  return [
    t('The account of {email}, with its API tokens and notifications', { email }),
    t('{count, plural, one {# site} other {# sites}}, with files, databases and addresses', { count: sites }),
    t('{count, plural, one {# application} other {# applications}}', { count: apps }),
    t('{count, plural, one {# backup} other {# backups}}', { count: backups }),
    t('{count, plural, one {# license} other {# licenses}}, whose subscriptions end then', { count: licenses }),
    ...(binned > 0
      ? [t('{count, plural, one {# deleted site in the bin} other {# deleted sites in the bin}}', { count: binned })]
      : []),
  ];
}

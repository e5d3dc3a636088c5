import { t } from '@panel/core';

/** Why nobody can sign in as the customer of a site, or nothing. */
export const cannotActAs = ({ customer_id }: { customer_id: string | null }): string | undefined =>
  customer_id === null ? t('The site has no customer.') : undefined;

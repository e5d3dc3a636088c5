import { calls, queryOf } from '@panel/core';
import { profileRead } from './user.reads.ts';

export const profileQuery = queryOf(profileRead);

/** Customers of the partner by part of their email or name, as choices. For staff. */
export const customerSearchQuery = (keyword: string) =>
  calls.user.customers.queryOptions({
    input: { keyword: keyword || undefined },
    select: ({ customers }) =>
      customers.map(({ id, email, firstname, lastname }) => {
        const name = `${firstname} ${lastname}`.trim();
        return { value: id, label: name ? `${name} (${email})` : email };
      }),
  });

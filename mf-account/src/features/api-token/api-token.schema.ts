import * as v from 'valibot';
import { ApiTokenInput } from '@panel/contract/schemas';
import { API_TOKEN_PERIODS } from '@panel/resources/api-token';

/** The form's own fields: a select has texts, and the call numbers. */
export const ApiTokenForm = v.pipe(
  v.object({ ...ApiTokenInput.entries, expires_in_days: v.picklist(API_TOKEN_PERIODS.map(({ value }) => value)) }),
  v.transform((form) => ({
    ...form,
    expires_in_days: ({ '7': 7, '30': 30, '90': 90, '365': 365, never: null } as const)[form.expires_in_days],
  })),
);

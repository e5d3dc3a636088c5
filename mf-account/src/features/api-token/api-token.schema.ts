import * as v from 'valibot';
import { ApiTokenInput } from '@panel/contract/schemas';
import { API_TOKEN_PERIODS } from '@panel/resources/api-token';

/** The field of a form that says when a token expires: a select has texts, and the calls numbers. */
export const Period = v.picklist(API_TOKEN_PERIODS.map(({ value }) => value));

const DAYS = { '7': 7, '30': 30, '90': 90, '365': 365, never: null } as const;

/** A form's values as the calls take them. */
export const withDays = <T extends { expires_in_days: keyof typeof DAYS }>(form: T) => ({
  ...form,
  expires_in_days: DAYS[form.expires_in_days],
});

/** The form's own fields. */
export const ApiTokenForm = v.pipe(
  v.object({ ...ApiTokenInput.entries, expires_in_days: Period }),
  v.transform((form) => withDays(form)),
);

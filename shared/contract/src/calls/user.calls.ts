import * as v from 'valibot';
import { call } from '../call.ts';
import { LANGUAGE_TAGS } from '../languages.ts';
import { Id } from '../schemas/fields.ts';
import { expected } from '../schemas/expected.ts';
import { Customer, ProfileInput, User } from '../schemas/user.ts';

export const userCalls = {
  profile: call({ method: 'GET', path: '/user/profile', summary: 'The signed-in user', audience: 'signed-in' }).output(
    User,
  ),
  updateProfile: call({
    method: 'PUT',
    path: '/user/profile',
    summary: 'Change one’s own profile',
    audience: 'signed-in',
    errors: ['CONFLICT'],
  })
    .input(
      v.object({
        ...ProfileInput.entries,
        ...expected(v.pick(User, ['firstname', 'lastname', 'phone_number']).entries),
      }),
    )
    .output(v.object({ status: v.literal(true), data: User })),
  setLanguage: call({
    noAuditLine: true,
    method: 'PUT',
    path: '/language',
    summary: 'Choose the language of the panel: of one’s account, or of this browser before the sign-in',
    audience: 'public',
    scope: 'closed',
  })
    .input(v.object({ language: v.picklist(LANGUAGE_TAGS) }))
    .output(v.object({ status: v.literal(true) })),
  customers: call({
    method: 'GET',
    path: '/partner/customers',
    summary: 'Customers of the partner by part of their name or email, also those without a site',
    audience: 'staff',
  })
    .input(v.object({ keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))) }))
    .output(v.object({ customers: v.array(Customer) })),
  byName: call({
    method: 'GET',
    path: '/nucal/username-email/{value}',
    summary: 'A user of the partner by email, or by user name if only one user has it',
    audience: 'staff',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ value: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty(), v.maxLength(254)) }))
    .output(User),
  byId: call({
    method: 'GET',
    path: '/user/{id}',
    summary: 'A user: oneself, or for staff a user of the same partner',
    audience: 'signed-in',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(User),
};

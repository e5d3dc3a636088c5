import * as v from 'valibot';
import { Password } from '@panel/contract/schemas';
import { t } from '@panel/core';

/** The call takes the current and the new password; the form asks for the new one twice. */
export const ChangePasswordForm = v.pipe(
  v.object({
    current_password: v.pipe(v.string(), v.nonEmpty(t('Enter your current password.'))),
    password: Password,
    repeated: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => password === repeated,
      t('The two passwords are not the same.'),
    ),
    ['repeated'],
  ),
);
export type ChangePasswordForm = v.InferOutput<typeof ChangePasswordForm>;

import * as v from 'valibot';
import { DeviceApprovalInput, UserCode } from '@panel/contract/schemas';
import { Period, withDays } from '../api-token/api-token.schema.ts';

export const CodeForm = v.object({ code: UserCode });

/** What is allowed to what asks. */
export const ApprovalForm = v.pipe(
  v.object({ ...DeviceApprovalInput.entries, expires_in_days: Period }),
  v.transform((form) => withDays(form)),
);

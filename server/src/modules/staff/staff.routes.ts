import { signedIn } from '../../context/call-context.ts';
import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { listStaff } from './staff.repo.ts';
import { changeStaffRole, inviteStaff, inviteStaffAgain, publicStaff, removeStaff } from './staff.service.ts';

const { staff } = calls;

export const staffRoutes = {
  list: staff.list.handler(({ context, input }) =>
    paged(
      input,
      (slice) => listStaff(context.app.db, context.partner.id, input, slice),
      publicStaff(signedIn(context).id),
    ),
  ),
  invite: staff.invite.handler(async ({ context, input }) => {
    const data = await inviteStaff(context, input);
    return {
      status: true as const,
      title: 'Invitation sent',
      ...withMessage(said('We’ve sent an invitation to {email}.', { email: data.email })),
      data,
    };
  }),
  inviteAgain: staff.inviteAgain.handler(async ({ context, input }) => {
    const data = await inviteStaffAgain(context, input.id);
    const text = said('We’ve sent a new invitation to {email}.', { email: data.email });
    return { status: true as const, title: 'Invitation sent', ...withMessage(text), data };
  }),
  changeRole: staff.changeRole.handler(async ({ context, input }) => {
    const data = await changeStaffRole(context, input);
    return {
      status: true as const,
      title: 'Role changed',
      ...withMessage(said('It counts from their next step.')),
      data,
    };
  }),
  remove: staff.remove.handler(async ({ context, input }) => {
    const email = await removeStaff(context, input.id);
    const text = said('{email} can’t sign in any more.', { email });
    return { status: true as const, title: 'Removed from the staff', ...withMessage(text) };
  }),
};

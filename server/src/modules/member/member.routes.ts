import { MEMBER_WORKLOADS_MAX } from '@panel/contract';
import { personOf, signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { said, withMessage } from '../../context/said.ts';
import { scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { listMembers, workloadsFor } from './member.repo.ts';
import { changeMember, inviteMember, inviteMemberAgain, publicMember, removeMember } from './member.service.ts';

const { member } = calls;

export const memberRoutes = {
  list: member.list.handler(({ context, input }) =>
    paged(
      input,
      (slice) => listMembers(context.app.db, signedIn(context).id, input, slice),
      publicMember(personOf(context).id),
    ),
  ),
  workloads: member.workloads.handler(({ context }) =>
    workloadsFor(context.app.db, scopeOf(context), { limit: MEMBER_WORKLOADS_MAX }),
  ),
  invite: member.invite.handler(async ({ context, input }) => {
    const data = await inviteMember(context, input);
    return {
      status: true as const,
      title: 'Invitation sent',
      ...withMessage(said('We’ve sent an invitation to {email}.', { email: data.email })),
      data,
    };
  }),
  inviteAgain: member.inviteAgain.handler(async ({ context, input }) => {
    const data = await inviteMemberAgain(context, input.id);
    const text = said('We’ve sent a new invitation to {email}.', { email: data.email });
    return { status: true as const, title: 'Invitation sent', ...withMessage(text), data };
  }),
  change: member.change.handler(async ({ context, input }) => {
    const data = await changeMember(context, input);
    return {
      status: true as const,
      title: 'Access changed',
      ...withMessage(said('It counts from their next step.')),
      data,
    };
  }),
  remove: member.remove.handler(async ({ context, input }) => {
    const text = said('{email} can’t sign in any more.', { email: await removeMember(context, input.id) });
    return { status: true as const, title: 'Member removed', ...withMessage(text) };
  }),
};

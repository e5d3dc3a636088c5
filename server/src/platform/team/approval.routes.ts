import { signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { approve, listApprovals, reject, setRule } from './approval.service.ts';

const done = (message: string) => ({ status: true as const, message });

export const approvalRoutes = {
  list: calls.approval.list.handler(({ context }) => listApprovals(context.app, signedIn(context))),

  decide: calls.approval.decide.handler(async ({ context, input: { id, decision } }) =>
    done(await (decision === 'approve' ? approve : reject)(context.app, id, signedIn(context))),
  ),

  setRule: calls.approval.setRule.handler(async ({ context, input }) =>
    done(await setRule(context.app, input.package, input.twoPersons, signedIn(context))),
  ),
};

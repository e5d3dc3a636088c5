import type { Team } from '@panel/contract';
import { signedIn } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { calls } from '../../context/implement.ts';
import { listAll } from './team-list.service.ts';
import { addKey, createTeam, enroll, invite, revoke, updateTeam } from './team.service.ts';

const saved = (team: Team, message: string) => ({ status: true as const, message, team });

export const teamRoutes = {
  list: calls.team.list.handler(({ context }) => listAll(context.app)),

  create: calls.team.create.handler(async ({ context, input }) =>
    saved(await createTeam(context.app, input, signedIn(context).email), `${input.name} added.`),
  ),

  update: calls.team.update.handler(async ({ context, input }) =>
    saved(await updateTeam(context.app, input, signedIn(context).email), `${input.name} saved.`),
  ),

  addKey: calls.team.addKey.handler(async ({ context, input }) =>
    saved(await addKey(context.app, input, signedIn(context).email), 'Key added.'),
  ),

  invite: calls.team.invite.handler(async ({ context, input }) => {
    const { team, code } = await invite(context.app, input.id, signedIn(context).email);
    return { ...saved(team, `${team.name} invited.`), code };
  }),

  enroll: calls.team.enroll.handler(async ({ context: { app, bearer }, input }) => {
    if (bearer?.kind !== 'invitation')
      throw new PanelError('TOKEN_WRONG', { reason: 'Send the code of an invitation as "Authorization: Bearer …".' });
    const enrolled = await enroll(app, bearer.invitation, input.publicKey);
    return { status: true as const, message: `${enrolled.team} has the key ${enrolled.keyId} now.`, ...enrolled };
  }),

  revoke: calls.team.revoke.handler(async ({ context, input }) =>
    saved(await revoke(context.app, input.keyId, signedIn(context).email), `Key ${input.keyId} revoked.`),
  ),
};

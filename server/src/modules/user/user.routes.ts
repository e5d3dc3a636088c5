import { isStaff, signedIn } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { calls } from '../../http/implement.ts';
import { publicUser } from './public-user.ts';
import { findUserOfPartner, updateUser } from './user.repo.ts';

export const userRoutes = {
  profile: calls.user.profile.handler(({ context }) => publicUser(signedIn(context), context.partner)),

  updateProfile: calls.user.updateProfile.handler(async ({ context, input }) => {
    const { app, partner } = context;
    const change = { firstname: input.firstname, lastname: input.lastname, phoneNumber: input.phone_number };
    const row = await updateUser(app.db, signedIn(context).id, change, app.clock.now());
    if (!row) throw new PanelError('NOT_FOUND');
    return { status: true as const, data: publicUser(row, partner) };
  }),

  byId: calls.user.byId.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    if (input.id === viewer.id) return publicUser(viewer, context.partner);
    const row = isStaff(viewer) ? await findUserOfPartner(context.app.db, context.partner.id, input.id) : null;
    if (!row) throw new PanelError('NOT_FOUND');
    return publicUser(row, context.partner);
  }),
};

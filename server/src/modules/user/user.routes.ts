import { isStaff, signedIn } from '../../context/call-context.ts';
import { languageCookie } from '../../context/cookies.ts';
import { calls } from '../../context/implement.ts';
import { found } from '../../context/scope.ts';
import { user } from '../../db/schema.ts';
import { lockRow } from '../../db/lock-row.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { publicUser } from './public-user.ts';
import { findCustomers, findUserByName, findUserOfPartner, updateUser } from './user.repo.ts';

/** As long as browsers keep a cookie. */
const LANGUAGE_SECONDS = 400 * 24 * 3600;

export const userRoutes = {
  profile: calls.user.profile.handler(({ context }) =>
    publicUser(signedIn(context), context.partner, context.viewer ?? {}),
  ),

  updateProfile: calls.user.updateProfile.handler(async ({ context, input }) => {
    const { app, partner } = context;
    const { id } = signedIn(context);
    const change = { firstname: input.firstname, lastname: input.lastname, phoneNumber: input.phone_number };
    const row = await app.db.transaction(async (tx) => {
      const { firstname, lastname, phoneNumber } = found(await lockRow(tx, user, id));
      checkExpected(input.expected, { firstname, lastname, phone_number: phoneNumber });
      return updateUser(tx, id, change, app.clock.now());
    });
    return { status: true as const, data: publicUser(found(row), partner, context.viewer ?? {}) };
  }),

  setLanguage: calls.user.setLanguage.handler(async ({ context, input: { language } }) => {
    const { app, viewer, request, cookies } = context;
    // The choice of staff who act as a customer, and of a member, is their own: the account's stays.
    const chooser = viewer && (viewer.actor ?? viewer.member?.user ?? viewer.user);
    if (chooser) await updateUser(app.db, chooser.id, { language }, app.clock.now());
    cookies.push(languageCookie(language, request.secure, LANGUAGE_SECONDS));
    return { status: true as const };
  }),

  customers: calls.user.customers.handler(async ({ context, input }) => ({
    customers: await findCustomers(context.app.db, context.partner.id, input.keyword ?? ''),
  })),

  byName: calls.user.byName.handler(async ({ context, input }) =>
    publicUser(found(await findUserByName(context.app.db, context.partner.id, input.value)), context.partner),
  ),

  byId: calls.user.byId.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    if (input.id === viewer.id) return publicUser(viewer, context.partner, context.viewer ?? {});
    const row = isStaff(viewer) ? await findUserOfPartner(context.app.db, context.partner.id, input.id) : null;
    return publicUser(found(row), context.partner);
  }),
};

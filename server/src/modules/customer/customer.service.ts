import {
  ACCOUNT_LINK_KINDS,
  LINK_KINDS,
  type CustomerCreateInput,
  type CustomerDetail,
  type CustomerUpdateInput,
} from '@panel/contract';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { invitationMail } from '../session/account-mails.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { endAllChanges } from '../user/email-change-end.repo.ts';
import { insertCustomer, isEmailHeld } from '../user/user.repo.ts';
import { belongingsOf, changeCustomer, factsOf, findCustomer, recordOf, saveRecord } from './customer.repo.ts';
import { publicCustomer } from './public-customer.ts';

/** One customer with everything that their page shows. @throws PanelError NOT_FOUND */
export async function showCustomer(context: CallContext, id: string): Promise<CustomerDetail> {
  const { app } = context;
  const row = found(await findCustomer(app.db, scopeOf(context), id));
  const [facts, record, belongings] = await Promise.all([
    factsOf(app.db, [id], app.clock.now()),
    recordOf(app.db, id),
    belongingsOf(app.db, id),
  ]);
  return { ...publicCustomer(facts)(row), ...record, ...belongings };
}

/** Records what staff did to a customer. */
export async function record(
  context: CallContext,
  tx: Database,
  action: string,
  customerId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(tx, action, who, { customerId, ...detail });
}

/** Writes the email of an invitation, whose link is made in the caller's transaction; `sendInvitations` sends it. */
export async function invite({ app, partner }: CallContext, tx: Database, row: UserRow): Promise<void> {
  await app.mail.queue(tx, await invitationMail({ ...app, db: tx }, partner, row));
}

/** After the transaction. */
export const sendInvitations = (context: CallContext): void =>
  context.afterwards('invitation mail', () => context.app.mail.sendWaiting());

/** Creates a customer and invites them. @throws PanelError EMAIL_TAKEN */
export async function createCustomer(
  context: CallContext,
  input: v.InferOutput<typeof CustomerCreateInput>,
): Promise<CustomerDetail> {
  const { app, partner } = context;
  const id = await app.db.transaction(async (tx) => {
    const inserted = await insertCustomer(tx, { partnerId: partner.id, ...input }, app.clock.now());
    if (!inserted) throw new PanelError('EMAIL_TAKEN');
    await record(context, tx, 'customer.create', inserted.id, { email: inserted.email });
    await invite(context, tx, inserted);
    return inserted.id;
  });
  sendInvitations(context);
  return showCustomer(context, id);
}

/** Sends the invitation again; earlier links end. @throws PanelError NOT_FOUND, INVITATION_ACCEPTED */
export async function inviteAgain(context: CallContext, id: string): Promise<CustomerDetail> {
  const { app } = context;
  await app.db.transaction(async (tx) => {
    const customer = found(await findCustomer(tx, scopeOf(context), id, { lock: true }));
    if (customer.passwordHash !== null) throw new PanelError('INVITATION_ACCEPTED');
    await useUpTokensOf(tx, id, app.clock.now());
    await record(context, tx, 'customer.invite', id);
    await invite(context, tx, customer);
  });
  sendInvitations(context);
  return showCustomer(context, id);
}

/** Changes what is given of a customer. @throws PanelError NOT_FOUND, EMAIL_TAKEN, CONFLICT */
export async function updateCustomer(
  context: CallContext,
  { id, expected, ...input }: v.InferOutput<typeof CustomerUpdateInput>,
): Promise<CustomerDetail> {
  const { app, partner } = context;
  await app.db.transaction(async (tx) => {
    const row = found(await findCustomer(tx, scopeOf(context), id, { lock: true }));
    const { firstname, lastname, email, phoneNumber } = row;
    const stored = await recordOf(tx, id);
    const before = { firstname, lastname, email, phone_number: phoneNumber, ...stored };
    checkExpected(expected, before);
    const after = { ...before, ...input, tags: [...new Set(input.tags ?? stored.tags)].sort() };
    if (after.email !== email) {
      const wanted = { partnerId: partner.id, exceptId: id, now: app.clock.now(), email: after.email };
      if (await isEmailHeld(tx, wanted)) throw new PanelError('EMAIL_TAKEN');
      // Links that were sent to the old address stop working, and nothing goes back to an older one.
      await endAllChanges(tx, id);
      await useUpTokensOf(tx, id, app.clock.now(), [...LINK_KINDS, ...ACCOUNT_LINK_KINDS]);
    }
    const { phone_number, notes, tags, ...names } = after;
    await changeCustomer(tx, id, { ...names, phoneNumber: phone_number }, app.clock.now());
    await saveRecord(tx, { userId: id, partnerId: partner.id }, { notes, tags });
    const fields = Object.keys(input);
    await record(context, tx, 'customer.update', id, {
      fields,
      ...(after.email !== email && { from: email, to: after.email }),
    });
  });
  return showCustomer(context, id);
}

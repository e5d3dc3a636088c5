import type { CustomerCreateInput, CustomerImported, CustomerImportPreview } from '@panel/contract';
import type * as v from 'valibot';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { UPLOAD_JOBS } from '../../uploads/upload-jobs.ts';
import { reservedEmails } from '../user/reserved-email.repo.ts';
import { insertCustomer } from '../user/user.repo.ts';
import { takenEmails } from './customer.repo.ts';
import { invite, record, sendInvitations } from './customer.service.ts';

/** Reads a CSV file for a preview; nothing is saved. @throws PanelError TOO_LARGE, VALIDATION */
export async function previewImport(context: CallContext, file: File): Promise<CustomerImportPreview> {
  const { inputBytes } = UPLOAD_JOBS.customerFile;
  if (file.size > inputBytes) throw new PanelError('TOO_LARGE', { limit: `${inputBytes / 1024} KB` });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await context.app.uploads.run('customerFile', signedIn(context).id, { file: bytes });
  if ('refused' in read) throw new PanelError('VALIDATION', {}, { fields: { file: read.refused } });
  const { app, partner } = context;
  const emails = read.rows.map(({ email }) => email);
  const taken = await takenEmails(app.db, partner.id, emails);
  for (const { email } of await reservedEmails(app.db, { partnerId: partner.id, now: app.clock.now() }, emails))
    taken.add(email);
  const rows = read.rows.map((row) => ({
    ...row,
    error: row.error ?? (taken.has(row.email) ? 'Another account has this email.' : null),
  }));
  const valid = rows.filter(({ error }) => error === null).length;
  return { status: true, rows, valid, invalid: rows.length - valid };
}

/** Creates and invites customers in one transaction: all that can be created, or none. */
export async function importCustomers(
  context: CallContext,
  customers: readonly v.InferOutput<typeof CustomerCreateInput>[],
): Promise<CustomerImported> {
  const { app, partner } = context;
  const done = await app.db.transaction(async (tx) => {
    const skipped: string[] = [];
    let created = 0;
    for (const input of customers) {
      const row = await insertCustomer(tx, { partnerId: partner.id, ...input }, app.clock.now());
      if (!row) {
        skipped.push(input.email);
        continue;
      }
      await invite(context, tx, row);
      created += 1;
      await record(context, tx, 'customer.create', row.id, { email: row.email, how: 'import' });
    }
    return { created, skipped };
  });
  sendInvitations(context);
  return done;
}

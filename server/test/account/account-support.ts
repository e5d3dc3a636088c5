import assert from 'node:assert/strict';
import { asc, eq } from 'drizzle-orm';
import { mailOutbox } from '../../src/db/schema.ts';
import type { Panel } from '../http/harness.ts';

type Sent = { subject: string; tokens: string[] };

/** The mails to an address, in their order, with the tokens of their links. */
export async function mailsTo(panel: Panel, recipient: string): Promise<Sent[]> {
  await panel.app.idle();
  const mails = await panel.ctx.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))
    .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.id));
  return mails.map(({ subject, text }) => ({
    subject,
    tokens: [...text.matchAll(/token=([\w-]+)/g)].map(([, token]) => token as string),
  }));
}

/** The newest mail to an address. */
export async function newestTo(panel: Panel, recipient: string): Promise<Sent> {
  const mail = (await mailsTo(panel, recipient)).at(-1);
  assert.ok(mail, `${recipient} got a mail`);
  return mail;
}

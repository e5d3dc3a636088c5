import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach } from 'node:test';
import { asc, eq } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { mailOutbox } from '../../src/db/schema.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';

export type Account = { panel: Panel; owner: PartnerRow; customer: UserRow; browser: Browser };

/** A panel for the tests of a file; each test gets a customer of a new partner, signed in, in the object that is returned. */
export function withAccount(): Account {
  const account = {} as Account;
  before(async () => {
    const panel = await startPanel();
    account.panel = {
      ...panel,
      // The email of a sign-in is written after its answer: without this it may be the newest one.
      async signedIn(owner, who) {
        const browser = await panel.signedIn(owner, who);
        await panel.app.idle();
        return browser;
      },
    };
  });
  after(() => account.panel.close());
  beforeEach(async () => {
    const { panel } = account;
    panel.clock.offsetMs = 0;
    account.owner = await panel.addPartner();
    account.customer = await panel.addUser(account.owner, 'customer');
    account.browser = await panel.signedIn(account.owner, account.customer);
  });
  return account;
}

/** An address that nobody has. */
export const address = (): string => `n${randomBytes(5).toString('hex')}@people.example`;

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

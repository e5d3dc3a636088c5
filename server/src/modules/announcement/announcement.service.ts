import {
  ANNOUNCEMENT_NO_TEXT,
  ANNOUNCEMENTS_MAX,
  type AnnouncementCreateInput,
  type AnnouncementDraft,
  type AnnouncementSaveInput,
} from '@panel/contract';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { mailCountsOf } from './announcement-mail.repo.ts';
import * as repo from './announcement.repo.ts';
import { startMailing } from './announcement.tasks.ts';
import { hasEnded, wireRow } from './public-announcement.ts';

type Created = v.InferOutput<typeof AnnouncementCreateInput>;
type Saved = v.InferOutput<typeof AnnouncementSaveInput>;

/** What the caller may change. */
export const ownedBy = (context: CallContext): repo.Owned => ({
  partnerId: context.partner.id,
  isOperator: signedIn(context).role === 'superadmin',
});

const record = (context: CallContext, tx: Database, action: string, { id, title }: { id: string; title: string }) =>
  audit(
    tx,
    action,
    { partnerId: context.partner.id, userId: signedIn(context).id, request: context.request },
    { announcementId: id, title },
  );

async function compile(context: CallContext, markdown: string) {
  const { blocks } = await context.app.uploads.run('helpArticle', signedIn(context).id, { markdown });
  if (blocks.length > 0) return blocks;
  throw new PanelError('VALIDATION', {}, { fields: { markdown: ANNOUNCEMENT_NO_TEXT } });
}

/** @throws PanelError VALIDATION for an end that is not after the beginning, or that is over */
function checkTimes(from: Date, until: Date | null, now: Date): void {
  if (until === null) return;
  const wrong =
    until <= from
      ? 'The end must be after the beginning.'
      : until <= now
        ? 'Enter a time that is still to come.'
        : null;
  if (wrong) throw new PanelError('VALIDATION', {}, { fields: { until: wrong } });
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** An announcement that the caller may change, with its text. @throws PanelError NOT_FOUND */
export async function showAnnouncement(context: CallContext, id: string): Promise<AnnouncementDraft> {
  const { db, clock } = context.app;
  const owned = ownedBy(context);
  const row = found(await repo.findAnnouncement(db, owned, id));
  const { markdown, blocks } = row;
  return { ...wireRow(await mailCountsOf(db, [id]), owned, clock.now())(row), markdown, blocks };
}

/** @throws PanelError ANNOUNCEMENT_LIMIT, FORBIDDEN for all partners without being the operator, VALIDATION, what compiling throws */
export async function createAnnouncement(context: CallContext, input: Created): Promise<string> {
  const { app, partner } = context;
  const { id: userId, email: userName } = signedIn(context);
  const { title, kind, markdown, sections, plans, mail, all_partners: isToAll } = input;
  if (isToAll && !ownedBy(context).isOperator) throw new PanelError('FORBIDDEN');
  const partnerId = isToAll ? null : partner.id;
  const now = app.clock.now();
  const [fromAt, untilAt] = [timeOf(input.from) ?? now, timeOf(input.until)];
  checkTimes(fromAt, untilAt, now);
  const blocks = await compile(context, markdown);
  return app.db.transaction(async (tx) => {
    if ((await repo.countOpen(tx, partnerId, now)) >= ANNOUNCEMENTS_MAX)
      throw new PanelError('ANNOUNCEMENT_LIMIT', { limit: ANNOUNCEMENTS_MAX });
    const row = await repo.insertAnnouncement(tx, {
      ...{ partnerId, title, kind, markdown, blocks, sections, plans, fromAt, untilAt },
      ...{ isMailed: mail, userId, userName },
    });
    await record(context, tx, 'announcement.create', row);
    await startMailing(app, tx, row.id);
    return row.id;
  });
}

/** @throws PanelError NOT_FOUND, CONFLICT when it was changed meanwhile, ANNOUNCEMENT_ENDED, VALIDATION, what compiling throws */
export async function saveAnnouncement(context: CallContext, input: Saved): Promise<number> {
  const { app } = context;
  const { id, title, kind, markdown, sections, plans, mail } = input;
  const owned = ownedBy(context);
  found(await repo.findAnnouncement(app.db, owned, id));
  const blocks = await compile(context, markdown);
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = found(await repo.findAnnouncement(tx, owned, id, { lock: true }));
    if (row.version !== input.version) throw new PanelError('CONFLICT');
    if (hasEnded(row, now)) throw new PanelError('ANNOUNCEMENT_ENDED');
    // What has begun, has begun then.
    const fromAt = row.fromAt <= now ? row.fromAt : (timeOf(input.from) ?? now);
    const untilAt = timeOf(input.until);
    checkTimes(fromAt, untilAt, now);
    // Emails that are being sent, or were, cannot be taken back.
    const isMailed = row.mailStartedAt ? row.isMailed : mail;
    const saved = await repo.changeAnnouncement(
      tx,
      id,
      { title, kind, markdown, blocks, sections, plans, fromAt, untilAt, isMailed },
      now,
    );
    await record(context, tx, 'announcement.save', saved);
    await startMailing(app, tx, id);
    return saved.version;
  });
}

/** Ending twice is one end. @throws PanelError NOT_FOUND */
export async function endAnnouncement(context: CallContext, id: string): Promise<void> {
  const { app } = context;
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = found(await repo.findAnnouncement(tx, ownedBy(context), id, { lock: true }));
    if (hasEnded(row, now)) return;
    await repo.changeAnnouncement(tx, id, { untilAt: now }, now);
    await record(context, tx, 'announcement.end', row);
  });
}

import { signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { found } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { mailCountsOf } from './announcement-mail.repo.ts';
import { dismiss, listAnnouncements, toldAnnouncement } from './announcement.repo.ts';
import {
  createAnnouncement,
  endAnnouncement,
  ownedBy,
  saveAnnouncement,
  showAnnouncement,
} from './announcement.service.ts';
import { bannerFor, currentFor } from './current-announcements.ts';
import { wireAnnouncement, wireRow } from './public-announcement.ts';

const { announcement } = calls;
const done = { status: true as const };

const currentOf = (context: CallContext) =>
  currentFor(context.app.db, { partner: context.partner, user: signedIn(context) }, context.app.clock.now());

export const announcementRoutes = {
  current: announcement.current.handler(async ({ context }) => ({
    announcements: (await currentOf(context)).map((row) => wireAnnouncement(row.announcement)),
  })),

  banner: announcement.banner.handler(async ({ context }) => {
    const { app, partner } = context;
    return { announcement: await bannerFor(app.db, { partner, user: signedIn(context) }, app.clock.now()) };
  }),

  dismiss: announcement.dismiss.handler(async ({ context, input }) => {
    // What ended since it was shown is closed all the same.
    const id = found(await toldAnnouncement(context.app.db, context.partner.id, input.id, context.app.clock.now()));
    await dismiss(context.app.db, id, signedIn(context).id);
    return done;
  }),

  list: announcement.list.handler(async ({ context, input }) => {
    const { db, clock } = context.app;
    const page = await paged(
      { ...input, sortOrder: input.sortOrder ?? 'desc' },
      (slice) => listAnnouncements(db, context.partner.id, input.keyword, slice),
      (row) => row,
    );
    const counts = await mailCountsOf(
      db,
      page.pageElements.map(({ id }) => id),
    );
    return { ...page, pageElements: page.pageElements.map(wireRow(counts, ownedBy(context), clock.now())) };
  }),

  byId: announcement.byId.handler(({ context, input }) => showAnnouncement(context, input.id)),

  create: announcement.create.handler(async ({ context, input }) => ({
    ...done,
    id: await createAnnouncement(context, input),
  })),

  save: announcement.save.handler(async ({ context, input }) => ({
    ...done,
    version: await saveAnnouncement(context, input),
  })),

  end: announcement.end.handler(async ({ context, input }) => {
    await endAnnouncement(context, input.id);
    return done;
  }),

  preview: announcement.preview.handler(async ({ context, input }) => {
    const { blocks } = await context.app.uploads.run('helpArticle', signedIn(context).id, input);
    return { blocks };
  }),
};

import * as v from 'valibot';
import { call } from '../call.ts';
import {
  Announcement,
  AnnouncementBanner,
  AnnouncementCreateInput,
  AnnouncementDraft,
  AnnouncementListQuery,
  AnnouncementPreviewInput,
  AnnouncementRow,
  AnnouncementSaveInput,
} from '../schemas/announcement.ts';
import { Id } from '../schemas/fields.ts';
import { HelpBlock } from '../schemas/help.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

const forCustomers = { audience: 'customer', scope: 'account:read', member: 'any' } as const;
const forStaff = { audience: 'staff' } as const;
const ById = v.object({ id: Id });
/** A text of the longest kind in JSON, with everything in it escaped. */
const TEXT_BYTES = 96 * 1024;
const COMPILES = ['UPLOAD_STOPPED', 'UPLOADS_WAITING'] as const;

/** What a partner, or the operator of the installation, tells customers. */
export const announcementCalls = {
  current: call({
    method: 'GET',
    path: '/announcements',
    summary: 'The announcements that are current for the signed-in customer, the most urgent first',
    ...forCustomers,
  }).output(v.object({ announcements: v.array(Announcement) })),
  banner: call({
    method: 'GET',
    path: '/announcements/banner',
    summary: 'The most urgent current announcement that the customer has not closed',
    ...forCustomers,
  }).output(v.object({ announcement: v.nullable(AnnouncementBanner) })),
  dismiss: call({
    method: 'POST',
    path: '/announcements/{id}/dismiss',
    summary: 'Close the banner of an announcement, for this account',
    member: 'any',
    audience: 'customer',
    scope: 'closed',
    errors: ['NOT_FOUND'],
    notActing: true,
    noAuditLine: true,
    neverKept: true,
  })
    .input(ById)
    .output(Outcome),
  list: call({
    method: 'GET',
    path: '/partner/announcements',
    summary: 'Announcements of the partner and those to all partners, paged',
    ...forStaff,
  })
    .input(AnnouncementListQuery)
    .output(page(AnnouncementRow)),
  byId: call({
    method: 'GET',
    path: '/partner/announcements/{id}',
    summary: 'An announcement that the caller may change, with its text',
    ...forStaff,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AnnouncementDraft),
  create: call({
    method: 'POST',
    path: '/partner/announcements',
    summary: 'Announce something to customers; to those of all partners only as the operator',
    ...forStaff,
    staff: 'support',
    errors: ['ANNOUNCEMENT_LIMIT', ...COMPILES],
    bodyLimitBytes: TEXT_BYTES,
  })
    .input(AnnouncementCreateInput)
    .output(v.object({ ...Outcome.entries, id: v.string() })),
  save: call({
    method: 'PUT',
    path: '/partner/announcements/{id}',
    summary: 'Change an announcement; a conflict when it was changed meanwhile',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND', 'CONFLICT', 'ANNOUNCEMENT_ENDED', ...COMPILES],
    bodyLimitBytes: TEXT_BYTES,
  })
    .input(AnnouncementSaveInput)
    .output(v.object({ ...Outcome.entries, version: v.number() })),
  end: call({
    method: 'POST',
    path: '/partner/announcements/{id}/end',
    summary: 'End an announcement; emails that were not sent yet are not sent',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Outcome),
  preview: call({
    method: 'POST',
    path: '/partner/announcements/preview',
    summary: 'What customers would see of a text',
    ...forStaff,
    staff: 'support',
    errors: [...COMPILES],
    bodyLimitBytes: TEXT_BYTES,
    neverKept: true,
  })
    .input(AnnouncementPreviewInput)
    .output(v.object({ blocks: v.array(HelpBlock) })),
};

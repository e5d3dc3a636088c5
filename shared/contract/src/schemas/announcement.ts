import * as v from 'valibot';
import { BUY_LINK_PLANS } from '../plans.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { list } from './bounded.ts';
import { Id, queryInteger, Timestamp } from './fields.ts';
import { HelpBlock } from './help.ts';
import { listQuery } from './list.ts';

/** The most urgent last: of several, the banner shows the most urgent one. */
export const ANNOUNCEMENT_KINDS = ['info', 'maintenance', 'problem'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const ANNOUNCEMENT_STATES = ['scheduled', 'current', 'ended'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** Plans of sites and applications; a trial counts as its plan. */
export const ANNOUNCEMENT_PLANS = ['FREE', ...BUY_LINK_PLANS] as const;

/** `waiting`: the announcement has not begun. `stopped`: it ended, or the task was cancelled or failed, before all were sent. */
export const ANNOUNCEMENT_MAIL_STATES = ['waiting', 'sending', 'ended', 'stopped'] as const;

/** Announcements of a partner, or of the operator, that have not ended. */
export const ANNOUNCEMENTS_MAX = 50;

/** What the banner shows. */
export const AnnouncementBanner = v.object({
  id: v.string(),
  title: v.string(),
  kind: v.picklist(ANNOUNCEMENT_KINDS),
});
export type AnnouncementBanner = v.InferOutput<typeof AnnouncementBanner>;

/** What a customer reads. */
export const Announcement = v.object({
  ...AnnouncementBanner.entries,
  blocks: v.array(HelpBlock),
  from: v.string(),
  /** Null until somebody ends it. */
  until: v.nullable(v.string()),
});
export type Announcement = v.InferOutput<typeof Announcement>;

/** An announcement in the list of staff. */
export const AnnouncementRow = v.object({
  id: v.string(),
  title: v.string(),
  kind: v.picklist(ANNOUNCEMENT_KINDS),
  state: v.picklist(ANNOUNCEMENT_STATES),
  /** To customers of every partner; only the operator of the installation changes it. */
  all_partners: v.boolean(),
  /** Only customers with something in one of these sections; empty for everybody. */
  sections: v.array(v.picklist(WORKLOAD_SECTIONS)),
  /** Only customers with something on one of these plans; empty for every plan. */
  plans: v.array(v.picklist(ANNOUNCEMENT_PLANS)),
  from: v.string(),
  until: v.nullable(v.string()),
  /** Null where no email was asked for. */
  mail: v.nullable(
    v.object({
      state: v.picklist(ANNOUNCEMENT_MAIL_STATES),
      /** Handed to the mail server. */
      sent: v.number(),
      /** Refused by the mail server, or interrupted before its answer; not sent again. */
      failed: v.number(),
    }),
  ),
  /** Whether the caller may change it. */
  is_own: v.boolean(),
  version: v.number(),
  by: v.nullable(v.string()),
  created_at: v.string(),
});
export type AnnouncementRow = v.InferOutput<typeof AnnouncementRow>;

export const AnnouncementDraft = v.object({
  ...AnnouncementRow.entries,
  markdown: v.string(),
  blocks: v.array(HelpBlock),
});
export type AnnouncementDraft = v.InferOutput<typeof AnnouncementDraft>;

export const ANNOUNCEMENT_MARKDOWN_MAX = 10_000;
/** Of a text of which nothing is left: HTML is not shown. */
export const ANNOUNCEMENT_NO_TEXT = 'Enter the text. HTML in it is left out.';
const Markdown = v.pipe(
  v.string('Enter the text.'),
  v.trim(),
  v.nonEmpty('Enter the text.'),
  v.maxLength(ANNOUNCEMENT_MARKDOWN_MAX, 'The text can have at most 10,000 characters.'),
);

/** Years with four digits since 1970: what the database and the browser both read. */
export const Moment = v.pipe(
  Timestamp,
  v.check((text) => Date.parse(text) >= 0, 'Enter a date and a time.'),
);

/** A title on one line, such as that of an email. */
export const Headline = v.pipe(
  v.string('Enter a title.'),
  v.trim(),
  v.nonEmpty('Enter a title.'),
  v.maxLength(120, 'The title can have at most 120 characters.'),
  // A right-to-left override would let a text show as another one; a line break would end the subject of an email.
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Line breaks and control characters are not allowed.'),
);

const content = {
  title: Headline,
  kind: v.picklist(ANNOUNCEMENT_KINDS, 'Choose a kind.'),
  markdown: Markdown,
  sections: list(v.picklist(WORKLOAD_SECTIONS), { max: WORKLOAD_SECTIONS.length }),
  plans: list(v.picklist(ANNOUNCEMENT_PLANS), { max: ANNOUNCEMENT_PLANS.length }),
  /** Null for now. */
  from: v.nullable(Moment),
  until: v.nullable(Moment),
  mail: v.boolean(),
};

export const AnnouncementCreateInput = v.object({ ...content, all_partners: v.optional(v.boolean(), false) });
/** `version` is the one that was edited. `from` is kept once it is over. */
export const AnnouncementSaveInput = v.object({ id: Id, ...content, version: queryInteger(1, 1_000_000) });
export const AnnouncementPreviewInput = v.object({ markdown: Markdown });
export const AnnouncementListQuery = v.object({
  ...listQuery(['created_at', 'from']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
});

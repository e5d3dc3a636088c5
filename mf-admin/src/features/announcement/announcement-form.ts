import * as v from 'valibot';
import { AnnouncementCreateInput, type AnnouncementDraft } from '@panel/contract/schemas';
import { t } from '@panel/core';

/** A time as the browser's own input has it, in the zone of the reader; nothing is none. */
const LocalTime = v.pipe(
  v.string(),
  v.check((text) => text === '' || !Number.isNaN(Date.parse(text)), t('Enter a date and a time.')),
  v.transform((text) => (text === '' ? null : new Date(text).toISOString())),
);

const MINUTE_MS = 60_000;

/** A time of the wire as the input shows it: `2026-11-26T14:30`. */
export function localTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** An announcement as it is typed. */
export const AnnouncementForm = v.object({
  ...v.omit(AnnouncementCreateInput, ['from', 'until', 'all_partners']).entries,
  from: LocalTime,
  until: LocalTime,
  all_partners: v.boolean(),
  /** What was edited, whatever was loaded since. */
  version: v.number(),
});
export type Typed = v.InferInput<typeof AnnouncementForm>;
export type Entered = v.InferOutput<typeof AnnouncementForm>;

export const EMPTY: Typed = {
  ...{ title: '', kind: 'info', markdown: '', sections: [], plans: [] },
  ...{ from: '', until: '', mail: false, all_partners: false, version: 1 },
};

export const typedOf = (draft: AnnouncementDraft): Typed => {
  const { title, kind, markdown, sections, plans, from, until, mail, all_partners, version } = draft;
  return {
    ...{ title, kind, markdown, sections, plans, all_partners, version },
    ...{ from: localTime(from), until: localTime(until), mail: mail !== null },
  };
};

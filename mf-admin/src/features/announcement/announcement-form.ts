import * as v from 'valibot';
import { AnnouncementCreateInput, type AnnouncementDraft } from '@panel/contract/schemas';
import { LocalTime, localTime } from '../local-time.ts';

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

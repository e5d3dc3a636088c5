import { randomBytes } from 'node:crypto';
import { at, every, NO_ID, row, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const notForThese: Outcome = {
  ...staff,
  admin: 'NOT_FOUND',
  foreignAdmin: 'NOT_FOUND',
  superadmin: 'NOT_FOUND',
};
const texts = { title: 'Opening hours', summary: '', category: 'home', audience: 'everybody', markdown: 'Always.' };

export const rows: Readonly<Record<string, Row>> = {
  'help.center': at(every('ok'), '/help-center'),
  'help.article': at(every('NOT_FOUND'), '/help-center/articles/nothing-has-this'),
  'help.read': at(every('ok'), '/help-center/reads/get-started', {}),
  'help.vote': at(every('ok'), '/help-center/votes/get-started', { helpful: true }),
  'help.feedback': at(staff, '/help-center/feedback'),
  'help.list': at(staff, '/help-center/drafts'),
  'help.byId': at(notForThese, `/help-center/drafts/${NO_ID}`),
  // Who comes second to the same address of a partner would be refused.
  'help.create': row(staff, () => ({
    path: '/help-center/drafts',
    body: { slug: `hours-${randomBytes(5).toString('hex')}`, ...texts },
  })),
  'help.save': at(notForThese, `/help-center/drafts/${NO_ID}`, { ...texts, version: 1 }),
  'help.publish': at(notForThese, `/help-center/drafts/${NO_ID}/published`, { published: true }),
  'help.restore': at(notForThese, `/help-center/drafts/${NO_ID}/versions/1`, {}),
  'help.remove': at(staff, `/help-center/drafts/${NO_ID}`),
  'help.preview': at(staff, '/help-center/preview', { markdown: 'Always.' }),
};

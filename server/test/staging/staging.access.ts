import { ofOwner, row, type Row } from '../contract/access-outcomes.ts';

export const rows: Readonly<Record<string, Row>> = {
  'staging.difference': row(ofOwner, ({ stagingId }) => ({ path: `/site/${stagingId}/staging/difference` })),
  'staging.differenceText': row(ofOwner, ({ stagingId: s }) => ({
    path: `/site/${s}/staging/difference/text?path=index.html`,
  })),
  'staging.published': row(ofOwner, ({ stagingId }) => ({ path: `/site/${stagingId}/staging/published` })),
};

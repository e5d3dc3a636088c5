import { ofOwner, row, type Row } from '../contract/access-outcomes.ts';

/** Git does not run where these are tested. */
const unavailable = {
  ...ofOwner,
  ...{ owner: 'BUILDS_UNAVAILABLE', admin: 'BUILDS_UNAVAILABLE', superadmin: 'BUILDS_UNAVAILABLE' },
};
const COMMIT = '0'.repeat(40);
const changes = [{ action: 'put', path: 'index.html', text: 'x' }];

export const rows: Readonly<Record<string, Row>> = {
  'studio.show': row(ofOwner, ({ appId }) => ({ path: `/nucal/app/${appId}/studio` })),
  'studio.file': row(unavailable, ({ appId }) => ({
    path: `/nucal/app/${appId}/studio/file?commit=${COMMIT}&path=index.html`,
  })),
  'studio.commits': row(unavailable, ({ appId }) => ({ path: `/nucal/app/${appId}/studio/commits` })),
  'studio.commit': row(unavailable, ({ appId }) => ({
    path: `/nucal/app/${appId}/studio/commit`,
    body: { branch: 'main', base: null, message: 'Change', changes },
  })),
  'studio.start': row(unavailable, ({ appId }) => ({ path: `/nucal/app/${appId}/studio/start` })),
  'app.studioUrl': row(ofOwner, ({ appId }) => ({ path: `/nucal/studio/url?app_id=${appId}` })),
};

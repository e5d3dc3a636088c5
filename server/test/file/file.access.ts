import { anonymous, every, ofOwner, row, type Row } from '../contract/access-outcomes.ts';

const VERSION = '0'.repeat(64);

export const rows: Readonly<Record<string, Row>> = {
  'file.list': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}` })),
  'file.read': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}/text?path=index.html` })),
  'file.save': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/text`,
    body: { path: 'index.html', text: '', version: VERSION },
  })),
  'file.create': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}`, body: { path: 'new', kind: 'folder' } })),
  // Without a file.
  'file.upload': row({ ...every('VALIDATION'), anonymous }, ({ siteId }) => ({
    path: `/files/${siteId}/upload`,
    body: {},
  })),
  'file.move': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/move`,
    body: { path: 'index.html', to: 'home.html' },
  })),
  'file.mode': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/mode`,
    body: { path: 'index.html', mode: 0o600 },
  })),
  'file.remove': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}/remove`, body: { path: 'index.html' } })),
};

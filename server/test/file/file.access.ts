import { anonymous, every, ofOwner, row, type Row } from '../contract/access-outcomes.ts';

const VERSION = '0'.repeat(64);

export const rows: Readonly<Record<string, Row>> = {
  'file.list': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}` })),
  'file.read': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}/text?path=index.html` })),
  'file.search': row(ofOwner, ({ siteId }) => ({ path: `/files/${siteId}/search?words=a&want=names` })),
  'file.beginUpload': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/upload/begin`,
    body: { path: 'new', key: VERSION, size: 1 },
  })),
  'file.uploadPart': row({ ...every('VALIDATION'), anonymous }, ({ siteId }) => ({
    path: `/files/${siteId}/upload/part`,
    body: {},
  })),
  'file.dropUpload': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/upload/drop`,
    body: { path: 'new', key: VERSION },
  })),
  'file.copy': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/copy`,
    body: { path: 'index.html', to: 'copy.html' },
  })),
  'file.zip': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/zip`,
    body: { paths: ['index.html'], to: 'files.zip' },
  })),
  'file.unzip': row(ofOwner, ({ siteId }) => ({
    path: `/files/${siteId}/unzip`,
    body: { path: 'files.zip', taken: 'ask' },
  })),
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

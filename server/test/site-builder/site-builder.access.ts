import { anonymous, every, invalid, otherKind, row, type Row } from '../contract/access-outcomes.ts';

const BUILDER_PAGE = { id: '0'.repeat(32), slug: 'home', title: 'Home', description: '', html: '<p>Hi</p>', css: '' };

/** The calls of the site builder. The site of these tests is a WordPress. */
export const rows: Readonly<Record<string, Row>> = {
  'siteBuilder.editor': row(otherKind, ({ fqdn, here }) => ({ path: `/site/yola/${fqdn}/${here.domain}` })),
  'siteBuilder.draft': row(otherKind, ({ siteId }) => ({ path: `/site/${siteId}/builder` })),
  'siteBuilder.publication': row({ ...every('NOT_FOUND'), anonymous }, ({ siteId }) => ({
    path: `/site/${siteId}/builder/publication`,
  })),
  'siteBuilder.save': row(otherKind, ({ siteId }) => ({
    path: `/site/${siteId}/builder`,
    body: { revision: 0, lang: 'en', pages: [BUILDER_PAGE] },
  })),
  'siteBuilder.publish': row(otherKind, ({ siteId }) => ({
    path: `/site/${siteId}/builder/publish`,
    body: { revision: 0 },
  })),
  'siteBuilder.pictures': row(otherKind, ({ siteId }) => ({ path: `/site/${siteId}/builder/pictures` })),
  'siteBuilder.addPicture': row(invalid, ({ siteId }) => ({ path: `/site/${siteId}/builder/pictures`, body: {} })),
  'siteBuilder.removePicture': row(otherKind, ({ siteId }) => ({
    path: `/site/${siteId}/builder/pictures/${'0'.repeat(32)}.png`,
  })),
};

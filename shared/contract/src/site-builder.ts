/** The site builder as plain data: its limits and the plans it is sold in. Server and panel use the same. */

/** Of one site's draft. */
export const BUILDER_PAGES_MAX = 50;
/** Of one page: elements with their ends. */
export const BUILDER_TAGS_MAX = 40_000;
/** Of all pages together, as JSON. */
export const BUILDER_DRAFT_MAX_BYTES = 2 * 1024 * 1024;
/** Of one uploaded picture. */
export const BUILDER_PICTURE_MAX_BYTES = 5 * 1024 * 1024;
/** Of one site. */
export const BUILDER_PICTURES_MAX = 200;
export const BUILDER_PICTURES_MAX_BYTES = 100 * 1024 * 1024;

/**
 * Draft, preview and pictures of a site, below the site's id. The files have the names of the published site, so that
 * its relative addresses lead to the same files in the editor and in the preview.
 */
export const BUILDER_FILES_PATH = '/site-builder-files/';

/** The empty document that the editor draws a page in. */
export const BUILDER_CANVAS = '_canvas.html';

/** The style sheet of all pages; a page's own one has the name of the page. */
export const BUILDER_STYLES = '_site.css';

/** The folder of the pictures; addresses in pages begin with it. */
export const BUILDER_PICTURES = 'pictures/';

/** The file of a page. The first page is the home page. */
export const builderPageFile = ({ slug }: { slug: string }, index: number): string =>
  index === 0 ? 'index.html' : `${slug}.html`;

export type BuilderPlan = { name: string; price: number; features: readonly string[] };

/** What the specification sells for the site builder (spec §3, Plans). */
export const BUILDER_PRODUCTS = [
  {
    key: 'YOLA_SITE_BUILDER',
    title: 'Site builder',
    plans: [
      {
        name: 'Premium',
        price: 110,
        features: [
          'Unlimited pages',
          'Unlimited bandwidth',
          '250 MB per-file limit',
          'HTML customization',
          'Code injection',
        ],
      },
    ],
  },
  {
    key: 'YOLA_E_COMMERCE',
    title: 'E-commerce',
    plans: [
      { name: 'Base', price: 0, features: ['3 products', '100 MB digital goods'] },
      { name: 'Professional', price: 0, features: ['100 products', '1 GB digital goods'] },
      { name: 'Unlimited', price: 0, features: ['3 products', '10 GB digital goods'] },
    ],
  },
] as const satisfies readonly { key: string; title: string; plans: readonly BuilderPlan[] }[];

/** How plans are billed (spec §3, Plans). */
export const BILLING_PERIODS = { MONTH_1: 'Monthly', YEAR_1: 'Yearly' } as const;

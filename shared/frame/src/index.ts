/** The frame around every page as data: menus, breadcrumb and titles derived from the manifests. */
export * from './banner.ts';
export * from './frame-html.ts';
export * from './frame-model.ts';
export * from './frame-shape.ts';
export * from './icons.ts';
export * from './support-links.ts';

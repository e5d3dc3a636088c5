/** The frame around every page as data: menus, breadcrumb and titles derived from the manifests. */
export * from './brand.ts';
export * from './frame/banner.ts';
export * from './frame/frame-html.ts';
export * from './frame/frame-model.ts';
export * from './frame/frame-shape.ts';
export * from './frame/icons.ts';
export * from './frame/support-links.ts';

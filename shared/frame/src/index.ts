/** The frame around every page: as data, derived from the manifests, and as views for the initial HTML and the browser. */
export * from './banner.ts';
export * from './frame-model.ts';
export * from './frame-shape.ts';
export * from './frame.view.ts';
export * from './header.view.ts';
export * from './icon.view.ts';
export * from './icons.ts';
export * from './initial-frame.ts';
export * from './menu.view.ts';
export * from './page.view.ts';
export * from './language.view.ts';
export * from './renderer.ts';
export { sayFrom, type Say } from './words.ts';
export * from './subject.view.ts';
export * from './support-links.ts';

/** The installation itself, as a resource. */
export const PANEL_RESOURCE = { title: 'This installation' };

/**
 * Whether this page is shown inside the branding page: the server lets no other page show one in a frame. Its viewer may be
 * shown as a customer, while calls are made as the staff who look at it.
 */
export const isPreview = (): boolean => window.parent !== window;

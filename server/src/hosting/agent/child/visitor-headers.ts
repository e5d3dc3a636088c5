/**
 * Headers of a site that are not for its visitor: what a server in front of the panel would obey (a file of its own to send
 * instead), what belongs to a request, and what names the site's software.
 */
const NOT_FOR_VISITORS = /^(?:host|x-powered-by|x-panel-.*|x-accel-.*|x-sendfile|x-lighttpd-send.*)$/;

/** Whether a header that a site names, in lower case, reaches its visitor. */
export const isForVisitors = (name: string): boolean => !NOT_FOR_VISITORS.test(name);

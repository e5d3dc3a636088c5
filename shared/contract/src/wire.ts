/** Names that browser and server must agree on, in one place. */

/** Cookie and header of the double-submit CSRF token (spec §7). */
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';

/** The header that marks the client, and its value for the panel in a browser. */
export const CLIENT_HEADER = 'X-Client';
export const CLIENT_NAME = 'panel-web';

/**
 * Id of the user that a page of the panel was made for. Cookies are shared by all tabs: when another account has signed
 * in meanwhile, a page that is still open must not work in its name.
 */
export const VIEWER_HEADER = 'X-Viewer';

export const REQUEST_ID_HEADER = 'x-request-id';
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The HttpOnly session cookie. */
export const SESSION_COOKIE = 'panel_session';

/** Browser storage key of the partner data, the fallback when the answer carries none (spec §3). */
export const WHITELABEL_STORAGE_KEY = 'WHITELABEL_DATA';

/**
 * Query of the address under which the panel shows its own picture of a site. The edge serves it like any other and
 * leaves it, and what it loads, out of the site's numbers.
 */
export const PICTURE_MARK = 'panel-picture';

/** Requests are given up after this many milliseconds (spec §7). */
export const REQUEST_TIMEOUT_MS = 300_000;

/** The id of the JSON script element that the initial HTML carries. */
export const BOOT_ELEMENT_ID = 'panel-boot';

/**
 * The specification has both `GET /site` (paged) and `GET /site/` (the whole list). The router drops trailing
 * slashes, so the second is declared under the left name and travels under the right one.
 */
export const WIRE_PATHS: Readonly<Record<string, string>> = { '/site/all': '/site/' };

/** Wire address → what the initial HTML has requested, which is 0 when no answer came; 0 when the page itself has asked. */
export type PrefetchedReads = { panelReads?: Record<string, Promise<Response | 0> | 0> };

/** The declared path of a request path as it came over the wire. */
export function declaredPath(wirePath: string): string {
  return Object.keys(WIRE_PATHS).find((declared) => WIRE_PATHS[declared] === wirePath) ?? wirePath;
}

/** Name of a release's list of files, which the server makes from its manifest; no release has a file of this name. */
export const FILE_LIST = 'files.json';

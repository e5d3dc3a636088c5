/** Names that browser and server share. */

/** Cookie and header of the double-submit CSRF token (spec §7). */
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';

/** The header that marks the client, and its value for the panel in a browser. */
export const CLIENT_HEADER = 'X-Client';
export const CLIENT_NAME = 'panel-web';

/**
 * Id of the user that a page of the panel was made for. All tabs share cookies: if another account has signed in
 * meanwhile, an open page must not act in its name.
 */
export const VIEWER_HEADER = 'X-Viewer';

export const REQUEST_ID_HEADER = 'x-request-id';
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The HttpOnly session cookie. */
export const SESSION_COOKIE = 'panel_session';

/** Browser storage key of the partner data, the fallback when the response contains none (spec §3). */
export const WHITELABEL_STORAGE_KEY = 'WHITELABEL_DATA';

/**
 * Query of a site's preview in the panel. The edge serves it as usual and excludes it, and what it loads, from the
 * site's statistics.
 */
export const PICTURE_MARK = 'panel-picture';

/** How long a deleted site stays in the bin. */
export const BIN_DAYS = 7;

/**
 * Path of the live log of a build (server-sent events), which its id ends. The id of an event is the number of its line, so that
 * `Last-Event-ID` resumes; `end` is the last event, `restart` means that the build begins anew with line 1.
 */
export const BUILD_LOG_STREAM_PATH = '/build-log/';
/** Path of a site's picture, which its id and a version end. */
export const SITE_PICTURE_PATH = '/site-picture/';
/** The same of an application. */
export const APP_PICTURE_PATH = '/app-picture/';
/** Path of the picture of a template, which its id and a digest end. */
export const TEMPLATE_PICTURE_PATH = '/template-picture/';
/** Path of the pictures of a migration's pages, which its id, a version, the page's number and a side end. */
export const MIGRATION_PICTURE_PATH = '/migration-picture/';
/** Path of the picture of a restored backup, which the backup's id and a version end. */
export const BACKUP_PICTURE_PATH = '/backup-picture/';

/** Path of the pictures of the directory of plugins and themes, which a sealed address ends. */
export const DIRECTORY_PICTURE_PATH = '/directory-picture/';

/** Requests time out after this many milliseconds (spec §7). */
export const REQUEST_TIMEOUT_MS = 300_000;

/** The same for uploads: 512 MB take an hour at 1.2 Mbit/s. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;

/** The id of the JSON script element that the initial HTML carries. */
export const BOOT_ELEMENT_ID = 'panel-boot';

/**
 * The specification has both `GET /site` (paged) and `GET /site/` (the whole list). The router drops trailing
 * slashes, so the second is declared as the left name and sent as the right one.
 */
export const WIRE_PATHS: Readonly<Record<string, string>> = { '/site/all': '/site/' };

/**
 * Wire address → the response that the initial HTML has requested; 0 if that failed, or if the page itself has made
 * the request.
 */
export type PrefetchedReads = { panelReads?: Record<string, Promise<Response | 0> | 0> };

/** The declared path of a request path. */
export function declaredPath(wirePath: string): string {
  return Object.keys(WIRE_PATHS).find((declared) => WIRE_PATHS[declared] === wirePath) ?? wirePath;
}

/**
 * Name of a release's list of files, which the server creates from its manifest; no file of a release has this name.
 */
export const FILE_LIST = 'files.json';

/** The largest text of the file manager that is read or saved as a whole. */
export const FILE_TEXT_BYTES = 1024 * 1024;
/** The largest file that is uploaded through the file manager; larger ones come over SFTP. */
export const FILE_UPLOAD_BYTES = 4 * 1024 * 1024 * 1024;
/** A file that is larger is uploaded in parts of this size, so that it goes on where a connection has ended. */
export const FILE_PART_BYTES = 8 * 1024 * 1024;
/** Path where files and folders of a site or application are downloaded as a zip: `/site-zip/{id}?path=…&path=…`. */
export const FILE_ZIP_PATH = '/site-zip/';
/** Path where a file of a site or application is downloaded: `/site-file/{id}?path=…`. */
export const FILE_DOWNLOAD_PATH = '/site-file/';

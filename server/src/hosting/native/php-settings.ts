import { PHP_DEFAULTS } from '@panel/contract';
import type { SharedCore } from '../runtime/core-store.ts';
import { INSIDE } from '../runtime/site-runtime.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';

/**
 * Functions with which a site could start programs or load libraries. `mail` is one: it starts a program, with an
 * LD_PRELOAD of the site's choice. Email uses SMTP instead. A sandbox contains nothing to start anyway.
 */
const NO_PROGRAMS = [
  ...[
    'exec',
    'shell_exec',
    'system',
    'passthru',
    'popen',
    'proc_open',
    'proc_nice',
    'dl',
    'mail',
    'mb_send_mail',
    'imap_mail',
    'imap_open',
  ],
  ...[
    'pcntl_exec',
    'pcntl_fork',
    'pcntl_rfork',
    'pcntl_forkx',
    'pcntl_unshare',
    'pcntl_setns',
    'pcntl_setpriority',
    'posix_mkfifo',
    'posix_mknod',
    'posix_setrlimit',
  ],
].join(',');

/** `error_log` of type 1 would start sendmail, and is no function of its own that could be disabled. */
export const CLOSED: Record<string, string> = {
  disable_functions: NO_PROGRAMS,
  enable_dl: '0',
  'ffi.enable': '0',
  sendmail_path: '',
};

/** PHP settings of a customer's site, the same on both runtimes. */
export function phpSettings({ php }: Pick<SiteMount, 'php'>): Record<string, string> {
  const { memory_mb, upload_mb, execution_seconds } = php ?? PHP_DEFAULTS;
  return {
    memory_limit: `${memory_mb}M`,
    max_execution_time: String(execution_seconds),
    upload_max_filesize: `${upload_mb}M`,
    post_max_size: `${upload_mb}M`,
    max_file_uploads: '50',
    display_errors: '0',
    log_errors: '1',
    expose_php: '0',
    'date.timezone': 'UTC',
  };
}

/** Command-line settings, which PHP reads after its files; scripts cannot change the protected ones. */
export function serverSettings(
  mount: Pick<SiteMount, 'php'>,
  tmp: string,
  network: Record<string, string>,
  compiled: SharedCore['compiled'],
): string[] {
  return options({
    ...phpSettings(mount),
    ...CLOSED,
    ...network,
    ...fileCache(compiled),
    sys_temp_dir: tmp,
    upload_tmp_dir: tmp,
    'session.save_path': tmp,
  });
}

/** The same for a command: more memory, and only the panel's deadline. */
export function commandSettings(
  tmp: string,
  network: Record<string, string>,
  compiled: SharedCore['compiled'],
): string[] {
  return options({
    ...CLOSED,
    ...network,
    ...(compiled && { ...fileCache(compiled), ...FILES_ALONE }),
    sys_temp_dir: tmp,
    memory_limit: '512M',
    max_execution_time: '0',
  });
}

/** A command is one process, which shares no memory. */
const FILES_ALONE = { 'opcache.enable_cli': '1', 'opcache.file_cache_only': '1' };

/**
 * Where PHP looks for what was compiled before; see `compiledMount` of sandbox.ts. Each start would add up the bytes of each
 * file that it reads from there, which nobody but the panel has written.
 */
function fileCache(compiled: SharedCore['compiled']): Record<string, string> {
  return compiled ? { 'opcache.file_cache': INSIDE.tmp, 'opcache.file_cache_consistency_checks': '0' } : {};
}

function options(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
}

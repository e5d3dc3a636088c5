import { PHP_SETTINGS } from '../runtime/site-runtime.ts';

/**
 * Functions by which a site's code could start programs or take in libraries: `mail` starts one as well, with
 * LD_PRELOAD of the site's choice. Mails go over SMTP. In a sandbox there is nothing to start anyway.
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

/** `error_log` of type 1 would start sendmail, without a function that could be taken away. */
export const CLOSED: Record<string, string> = {
  disable_functions: NO_PROGRAMS,
  enable_dl: '0',
  'ffi.enable': '0',
  sendmail_path: '',
};

/** Settings on the command line, which PHP reads after its files; scripts cannot change those that are closed. */
export function serverSettings(tmp: string, network: Record<string, string>): string[] {
  return options({
    ...PHP_SETTINGS,
    ...CLOSED,
    ...network,
    sys_temp_dir: tmp,
    upload_tmp_dir: tmp,
    'session.save_path': tmp,
  });
}

/** The same for a command: more memory, no deadline but the panel's. */
export function commandSettings(tmp: string, network: Record<string, string>): string[] {
  return options({ ...CLOSED, ...network, sys_temp_dir: tmp, memory_limit: '512M', max_execution_time: '0' });
}

function options(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
}

import type { SiteLimits } from '@panel/contract';
import type { SiteAgent } from '../agent/index.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import type { ExecResult } from '../driver.ts';
import { diskFull, HostingError, type Failure } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SiteCores } from './site-core.ts';
import { sentence } from '../../lib/sentence.ts';

/** The tools to change a site: PHP for its code, the agent for reading it, and the limits of its plan. */
export type SiteTools = {
  runtime: HostingRuntime;
  agent: SiteAgent;
  cores: SiteCores;
  /** The server for the databases of sites; null when all have SQLite files. */
  databases: DatabaseServer | null;
  limits: SiteLimits;
  maxBytes: number;
};

/** How SQLite, MariaDB and PHP report a full disk. */
const DISK_IS_FULL = /database or disk is full|No space left on device|The table '[^'\n]{1,200}' is full/;

/** How SQLite reports that a process may not write a file any larger (`RLIMIT_FSIZE`). */
const FILE_IS_LARGEST = 'disk I/O error';

/** What a failed command means for people; `failure` says what could not be done. */
export function commandFailed(failure: Failure, result: ExecResult): HostingError {
  const output = result.stderr + result.stdout;
  if (DISK_IS_FULL.test(output)) return diskFull(failure, result.stderr.slice(-1500));
  if (output.includes(FILE_IS_LARGEST))
    return new HostingError(
      'DISK_FULL',
      [
        failure,
        sentence(
          'The database cannot grow: its file or the whole site has reached the size limit of the plan. Choose a larger plan, or delete what the site no longer needs.',
        ),
      ],
      { retryable: true, detail: result.stderr.slice(-1500) },
    );
  return new HostingError('COMMAND_FAILED', [failure, sentence('Try again. If it keeps failing, contact support.')], {
    retryable: true,
    detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-500)}`,
  });
}

export const noDatabase = () =>
  new HostingError('SITE_NOT_FOUND', 'The database of this site is missing. Restore a backup or contact support.', {
    retryable: false,
  });

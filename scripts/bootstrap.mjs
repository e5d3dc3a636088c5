import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_24, PNPM_VERSION, ROOT } from './lib/paths.mjs';
import { PlainError } from './lib/plain-error.mjs';
import { run } from './lib/processes.mjs';

const STAMP = join(ROOT, 'node_modules', '.installed');
const INPUTS = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/** The inputs of the installed packages; another platform in the same folder counts as a change. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${PNPM_VERSION}\n`);
  for (const file of INPUTS) hash.update(readFileSync(join(ROOT, file))).update('\0');
  return hash.digest('hex');
}

function isInstalled() {
  try {
    return existsSync(NODE_24) && readFileSync(STAMP, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

const REASONS = [
  [
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    'pnpm-lock.yaml does not fit the package.json files. Run "npx -y pnpm@' +
      PNPM_VERSION +
      ' install" and commit the lock file.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ERR_PNPM_META_FETCH_FAIL/,
    'the package registry cannot be reached. Check the connection, or set npm_config_registry to one that can be.',
  ],
  [/ENOSPC/, 'the disk is full. Free some space and start again.'],
  [/EACCES|EROFS|EPERM/, `${ROOT} cannot be written. Make it writable, or copy it somewhere that is.`],
];

/** pnpm prints counts while it works; people want the line "how many of how many". */
function installDetail(line) {
  const counts = /^Progress: resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/.exec(line);
  return counts ? `${counts[4]} of ${counts[1]} packages` : undefined;
}

/**
 * Makes the checkout usable with nothing but Node 20 and npm: installs the packages, including Node 24, when they are
 * missing or the lock file has changed.
 * @param {ReturnType<typeof import('./lib/terminal.mjs').createProgress>} progress
 * @throws PlainError one line that says what to do
 */
export async function bootstrap(progress) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    throw new PlainError(
      `Node ${process.versions.node} is too old. Install Node 20 or newer from nodejs.org, then start again.`,
    );
  if (isInstalled()) return;
  progress.begin('Installing packages');
  const args = ['-y', `pnpm@${PNPM_VERSION}`, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const { code, output } = await run(npx, args, {
    cwd: ROOT,
    env: { ...process.env, CI: 'true' },
    onLine: (line) => {
      const detail = installDetail(line);
      if (detail) progress.detail(detail);
    },
  }).catch((error) => {
    if (error.code === 'ENOENT')
      throw new PlainError(
        'npx was not found. It comes with npm: install Node with npm from nodejs.org, then start again.',
      );
    throw error;
  });
  if (code !== 0) {
    const reason = REASONS.find(([pattern]) => pattern.test(output))?.[1];
    throw new PlainError(
      `The packages could not be installed: ${reason ?? `pnpm ended with code ${code}.\n${output.trim().split('\n').slice(-15).join('\n')}`}`,
    );
  }
  if (!existsSync(NODE_24))
    throw new PlainError(
      'The packages were installed without Node 24. Delete the folder node_modules and start again.',
    );
  writeFileSync(STAMP, fingerprint());
  progress.done();
}

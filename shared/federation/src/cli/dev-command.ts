import { parseArgs } from 'node:util';
import { panelAddress, serveAgainst } from '../against.ts';
import type { Package } from '../packages.ts';
import { UsageError } from '../plain-error.ts';
import type { Context } from './context.ts';

/**
 * `dev --against <panel>`: runs the remote from its sources in the pages of a running panel, until it is interrupted.
 */
export async function devCommand(
  words: readonly string[],
  { env }: Context,
  find: (names: readonly string[]) => Promise<Package>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { against: { type: 'string' } },
    allowPositionals: true,
  });
  const port = Number(env['REMOTE_PORT'] ?? 3001);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('REMOTE_PORT must be a port number from 1 to 65535.');
  const serving = await serveAgainst(await find(positionals), port, panelAddress(values.against));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
  if (env['npm_lifecycle_event']) endWithNpm();
}

const NPM_CHECK_MS = 250;

/** npm and npx pass a signal to the shell that they run a command in, and the shell ends without passing it on. */
function endWithNpm(): void {
  const shell = process.ppid;
  const check = setInterval(() => process.ppid === shell || process.exit(), NPM_CHECK_MS);
  check.unref();
}

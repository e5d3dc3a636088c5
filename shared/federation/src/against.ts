import { openRemoteFor } from './hot-remote.ts';
import type { Package } from './packages.ts';
import { PlainError } from './plain-error.ts';
import { fetchFromPanel } from './release/local-fetch.ts';

const LOOK_LIMIT_MS = 10_000;

/** Why `dev --against <panel>` cannot run, as one line that says what to do. */
export class AgainstError extends PlainError {
  override readonly name = 'AgainstError';
}

/**
 * The address of a panel from user input.
 * @throws AgainstError
 */
export function panelAddress(text: string | undefined): URL {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AgainstError(
      '--against takes the address of a running panel. Example: dev --against https://panel.example',
    );
  return url;
}

/**
 * Asks the panel whether staff may run a remote from this origin.
 * @throws AgainstError
 */
export async function checkAllowed(panel: URL, origin: string): Promise<void> {
  const address = new URL(`/platform/override?origin=${encodeURIComponent(origin)}`, panel);
  const answer = await fetchFromPanel(new Request(address, { headers: { accept: 'application/json' } }), {
    signal: AbortSignal.timeout(LOOK_LIMIT_MS),
  }).catch((cause: unknown) => {
    throw new AgainstError(`No panel answers at ${panel.origin}. Is it running, and is the address right?`, { cause });
  });
  const said = (await answer.json().catch(() => null)) as { allowed?: unknown } | null;
  if (!answer.ok || typeof said?.allowed !== 'boolean')
    throw new AgainstError(
      `${panel.origin} answers, but not like a panel that supports local overrides (status ${answer.status}).`,
    );
  if (!said.allowed)
    throw new AgainstError(`${panel.origin} does not allow ${origin}. Its operator can: DEV_ORIGINS=${origin}`);
}

/** The address at which a staff user of the panel confirms to run the remote from here. */
export const invitation = (panel: URL, id: string, entry: string): string => `${panel.origin}/?override=${id}=${entry}`;

/**
 * Serves a remote with hot reload to the pages of a running panel, until it is closed.
 * @throws AgainstError
 */
export async function serveAgainst(of: Package, port: number, panel: URL): Promise<{ close: () => Promise<void> }> {
  await checkAllowed(panel, `http://localhost:${port}`);
  console.log(`${of.id} is compiled for hot reload`);
  const remote = await openRemoteFor(of, port, panel).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new AgainstError(
      `Port ${port} of this machine is in use. Choose another with REMOTE_PORT; the panel must allow that origin as well (DEV_ORIGINS).`,
      { cause: error },
    );
  });
  console.log(`Open this as an administrator of the panel:\n  ${invitation(panel, of.id, remote.entry)}`);
  return remote;
}

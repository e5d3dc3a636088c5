import { environment, NODE_24, ROOT } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { startPanel } from './server.ts';
import { openSessions } from './sign-in.ts';

/** Builds what is not built and starts the one server for all journeys. Returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const { code, output } = await run(NODE_24, ['scripts/build.ts'], { cwd: ROOT, env: environment() });
  if (code !== 0) throw new Error(`The build failed.\n${output}`);
  const panel = await startPanel();
  const { port, accounts, addresses, dataDir } = panel;
  const sessions = await openSessions(panel);
  process.env['PANEL_E2E'] = JSON.stringify({ port, accounts, addresses, dataDir, sessions });
  return async () => {
    await panel.stop();
    panel.remove();
  };
}

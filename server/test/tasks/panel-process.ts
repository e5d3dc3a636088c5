import { readConfig } from '../../src/config/config.ts';
import { startPanel } from '../../src/panel.ts';

/**
 * A panel process for tests that kill it: starts the same as `main.ts`, with pages when TEST_WEB is on. Prints its
 * port when it is ready.
 */
const panel = await startPanel(readConfig(process.env), { web: process.env['TEST_WEB'] === 'on' });
process.on('SIGTERM', () => void panel.stop().finally(() => process.exit()));
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdout.write(`port ${panel.port}\n`);

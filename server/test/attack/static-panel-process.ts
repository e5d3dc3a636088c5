import { readConfig } from '../../src/config/config.ts';
import { startPanel } from '../../src/panel.ts';
import { createFastDriver } from '../../src/testing/index.ts';

/** A panel process whose sites are all static, for tests that don't concern PHP. Prints its port when it is ready. */
const config = readConfig(process.env);
const panel = await startPanel(config, { web: false, hosting: await createFastDriver(config.dataDir) });
process.on('SIGTERM', () => void panel.stop().finally(() => process.exit()));
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdout.write(`port ${panel.port}\n`);

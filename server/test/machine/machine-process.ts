import { readConfig } from '../../src/config/config.ts';
import { startPanel } from '../../src/panel.ts';
import { createFastDriver } from '../../src/testing/index.ts';

/** A process of another machine, for tests that kill it: its own data folder, and the fast driver. Prints its port when it is ready. */
const config = readConfig(process.env);
const panel = await startPanel(config, {
  ...{ hosting: await createFastDriver(config.dataDir), web: false },
  // What a killed one held is free soon.
  tasks: { leaseMs: 1_500 },
});
process.on('SIGTERM', () => void panel.stop().finally(() => process.exit()));
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdout.write(`port ${panel.port}\n`);

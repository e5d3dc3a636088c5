import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { startPanel } from '../src/panel.ts';
import { createFastDriver } from '../src/testing/fast-driver.ts';
import { tellBench } from './told.ts';

/** The panel's API alone, configured like a production process, with the request log on. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-bench-'));
const config = readConfig({
  ...process.env,
  ROLE: 'api',
  SEED: 'none',
  PORT: '0',
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
});
const panel = await startPanel(config, { web: false, hosting: await createFastDriver(dataDir) });
tellBench(
  panel.port,
  () => void panel.stop().finally(() => (rmSync(dataDir, { recursive: true, force: true }), process.exit())),
);

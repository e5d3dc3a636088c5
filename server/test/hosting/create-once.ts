import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import type { HostingConfig, HostingDriver, SiteSpec } from '../../src/hosting/index.ts';
import { RUN_FOLDER } from './asked-once.ts';
import { progress } from './hosting-support.ts';

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', '--reflink=auto', from, to]);

/**
 * A WordPress as the driver creates it, and running. The first file of a run that wants one with this id installs it, the
 * others get a copy of its folder: nothing in it depends on the data folder around it. Its administrator has the password of
 * the first one.
 */
export async function createOnce(
  { driver, config }: { driver: HostingDriver; config: HostingConfig },
  spec: SiteSpec,
): Promise<void> {
  if (RUN_FOLDER === undefined) return driver.create(spec, progress());
  const kept = path.join(RUN_FOLDER, `${spec.siteId}-${config.php}-${config.sandbox}`);
  const { root } = siteFolder(config.dataDir, spec.siteId);
  if (existsSync(kept)) {
    await mkdir(path.dirname(root), { recursive: true, mode: 0o711 });
    await copy(kept, root);
    await driver.start(spec.siteId);
    return;
  }
  await driver.create(spec, progress());
  await driver.stop(spec.siteId);
  const part = `${kept}-${randomUUID()}`;
  await copy(root, part);
  await rename(part, kept).catch(() => rm(part, { recursive: true }));
  await driver.start(spec.siteId);
}

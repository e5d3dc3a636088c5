import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HostingDriver, Usage } from './driver.ts';
import { isPreviewOf } from './preview-id.ts';

/** Previews belong to their application: they end with it, and their files are among its own. */
export function withPreviews(driver: HostingDriver, dataDir: string): HostingDriver {
  const previewsOf = async (siteId: string): Promise<string[]> => {
    const names = await readdir(path.join(dataDir, 'sites')).catch((error: unknown) => {
      // A folder that cannot be read has previews that would stay, and that nobody would count.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return [];
    });
    return names.filter((name) => isPreviewOf(siteId, name));
  };
  return {
    ...driver,
    async destroy(siteId, p) {
      for (const preview of await previewsOf(siteId)) await driver.destroy(preview);
      await driver.destroy(siteId, p);
    },
    async usage(siteId): Promise<Usage> {
      const all = [await driver.usage(siteId)];
      for (const preview of await previewsOf(siteId)) all.push(await driver.usage(preview));
      return {
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        files: all.reduce((sum, { files }) => sum + files, 0),
        complete: all.every(({ complete }) => complete),
      };
    },
  };
}

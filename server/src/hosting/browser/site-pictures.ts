import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { HostingDriver } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { runCommand } from '../process/run-command.ts';
import { openRunFolder } from '../process/run-folder.ts';
import { browserCommand, PICTURE_SIZE } from './browser-sandbox.ts';
import { checkedPicture } from './check-picture.ts';
import { findBrowser } from './find-browser.ts';
import { openSiteProxy } from './site-proxy.ts';

/** Three to four seconds of processor time, at a low priority. */
const DEADLINE_MS = 60_000;

export type SitePictures = {
  /** Whether a Chromium starts in our sandbox here; looked for once. */
  available(): Promise<boolean>;
  /**
   * A PNG of the site's first page as a visitor sees it, `PICTURE_SIZE` large. A site that sleeps is started for it, and
   * sleeps again soon.
   * @throws HostingError when the site does not answer with a page, or the browser not in time
   */
  take(siteId: string, publicUrl: string): Promise<Buffer>;
  /** Ends a picture in progress. */
  close(): Promise<void>;
};

const failed = (message: string) => new HostingError('NOT_VERIFIED', message, { retryable: true });

/** Takes pictures of sites in a browser of this machine. */
export function createSitePictures(dataDir: string, driver: Pick<HostingDriver, 'start' | 'lease'>): SitePictures {
  const closing = new AbortController();
  const open = async () => {
    const browser = await findBrowser();
    return browser && { browser, run: await openRunFolder(dataDir) };
  };
  let opened: ReturnType<typeof open> | null = null;
  const ready = () => (opened ??= open());
  return {
    available: async () => (await ready()) !== null,
    async take(siteId, publicUrl) {
      const tools = await ready();
      if (tools === null) throw failed('There is no browser.');
      const folder = await tools.run.folder();
      const socket = path.join(folder, 's');
      const release = driver.lease?.(siteId, 'upkeep');
      try {
        const proxy = await openSiteProxy(socket, publicUrl, await driver.start(siteId, 'upkeep'));
        try {
          const address = publicUrl.replace(/^https:/, 'http:');
          const command = browserCommand(tools.browser, { siteId, address, socket });
          const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS)]);
          const { code, stdout } = await runCommand(command, signal);
          if (code !== 0) throw failed(`The browser ended with ${code}.`);
          // Otherwise the picture shows an error page of the browser.
          if (!proxy.hasSentPage()) throw failed('The site did not answer with a page.');
          const picture = checkedPicture(Buffer.from(stdout, 'base64'), PICTURE_SIZE);
          if (picture === null) throw failed('The browser gave no picture of the expected form.');
          return picture;
        } finally {
          proxy.close();
        }
      } finally {
        release?.();
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      closing.abort();
      await (await opened)?.run.close();
    },
  };
}

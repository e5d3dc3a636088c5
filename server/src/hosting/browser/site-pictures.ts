import { rm } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { reopening } from '../../lib/reopening.ts';
import type { HostingDriver } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { openCgroups } from '../limits/site-cgroup.ts';
import { runCommand } from '../process/run-command.ts';
import { openRunFolder } from '../process/run-folder.ts';
import { browserCommand, PICTURE_SIZE } from './browser-sandbox.ts';
import { checkedPicture } from './check-picture.ts';
import { findBrowser } from './find-browser.ts';
import { hostedServer, type PageServer } from './page-server.ts';
import { openSiteProxy } from './site-proxy.ts';

/** Three to four seconds of processor time, at a low priority. */
const DEADLINE_MS = 60_000;
/** Of a picture as base64: more than its pixels without compression. */
const PICTURE_BYTES = 2 * 1024 * 1024;
/** Of all processes of the browser together, with its files in memory; where cgroups exist. */
const LIMITS = { ...limitsOfPlan('FREE').site, memoryMb: 1024, cpuPercent: 200, processes: 300 };

/** A page, and the way to its server. The browser runs as the user of `siteId`. */
export type PageToPicture = { siteId: string; url: string; server: PageServer; signal?: AbortSignal | undefined };

export type SitePictures = {
  /** Whether a Chromium starts in our sandbox here; looked for once. */
  available(): Promise<boolean>;
  /**
   * A PNG of the site's first page as a visitor sees it, `PICTURE_SIZE` large. A site that sleeps is started for it, and
   * sleeps again soon. `signal` ends it.
   * @throws HostingError when the site does not answer with a page, or the browser not in time
   */
  take(siteId: string, publicUrl: string, signal?: AbortSignal): Promise<Buffer>;
  /** The same of any page. This process takes one picture at a time. */
  takePage(page: PageToPicture): Promise<Buffer>;
  /** Ends all pictures in progress. */
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
  const cgroups = reopening(() => openCgroups());
  let last: Promise<unknown> = Promise.resolve();

  const takeNow = async ({ siteId, url, server, signal: given }: PageToPicture): Promise<Buffer> => {
    given?.throwIfAborted();
    const tools = await ready();
    if (tools === null) throw failed('There is no browser.');
    const folder = await tools.run.folder();
    const socket = path.join(folder, 's');
    try {
      const proxy = await openSiteProxy(socket, url, server);
      const cgroup = await (await cgroups.get()).site('browser', LIMITS);
      try {
        const address = url.replace(/^https:/, 'http:');
        const { joinFiles } = cgroup;
        const command = browserCommand(tools.browser, { siteId, address, socket, joinFiles });
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS), ...(given ? [given] : [])]);
        const { code, stdout } = await runCommand(command, signal, undefined, PICTURE_BYTES);
        if (code !== 0) throw failed(`The browser ended with ${code}.`);
        // Otherwise the picture shows an error page of the browser.
        if (!proxy.hasSentPage()) throw failed('The site did not answer with a page.');
        const picture = checkedPicture(Buffer.from(stdout, 'base64'), PICTURE_SIZE);
        if (picture === null) throw failed('The browser gave no picture of the expected form.');
        return picture;
      } finally {
        proxy.close();
        await cgroup.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const takePage: SitePictures['takePage'] = (page) => {
    const taken = last.then(() => takeNow(page));
    last = taken.catch(() => undefined);
    return taken;
  };

  return {
    available: async () => (await ready()) !== null,
    takePage,
    async take(siteId, publicUrl, signal) {
      const release = driver.lease?.(siteId, 'upkeep');
      try {
        const server = hostedServer(publicUrl, await driver.start(siteId, 'upkeep'));
        return await takePage({ siteId, url: publicUrl, server, signal });
      } finally {
        release?.();
      }
    },
    async close() {
      closing.abort();
      await last;
      await Promise.all([opened?.then((tools) => tools?.run.close()), cgroups.close()]);
    },
  };
}

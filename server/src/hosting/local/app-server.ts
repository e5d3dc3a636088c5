import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Progress } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import { createBackOff } from '../node/back-off.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { ServeOptions, SiteProcess } from '../runtime/site-runtime.ts';
import { databaseWay } from './app-databases.ts';
import { askSite } from './ask-site.ts';
import { readRelease, releaseFolder } from './releases.ts';
import type { SiteFolder } from './site-folder.ts';
import { sentence } from '../../lib/sentence.ts';

const ANSWER_MS = 20_000;
/** A server that has just begun to listen may still be getting ready. */
const TRIES = 5;
const AGAIN_MS = 500;
const DOWNLOAD_MS = 120_000;
const backOff = createBackOff();

/** Where the panel keeps what a server writes, out of reach of its code. */
export const logFileOf = ({ root }: SiteFolder): string => path.join(root, 'logs', 'server.log');

/** Starts the server of a release. One that ends by itself again and again is held back. */
export async function serveRelease(
  { node, postgres }: Pick<HostingRuntime, 'node' | 'postgres'>,
  folder: SiteFolder,
  { buildId, isNew = false }: { buildId: string; isNew?: boolean },
  options: ServeOptions,
): Promise<SiteProcess> {
  const { siteId } = folder;
  const record = await readRelease(folder, buildId);
  if (!record?.start || !node)
    throw new HostingError('START_FAILED', 'This release has no server. Build it again.', { retryable: false });
  if (isNew) backOff.forget(siteId);
  backOff.check(siteId);
  const signal = AbortSignal.timeout(DOWNLOAD_MS);
  const { argv, cwd, tool } = record.start;
  const database = await databaseWay(postgres, folder);
  const logFile = logFileOf(folder);
  await mkdir(path.dirname(logFile), { recursive: true, mode: 0o700 });
  const began = Date.now();
  let isStopped = false;
  try {
    const process = await node.serve(
      {
        ...{ siteId, tmp: folder.mount.tmp, logFile, argv, cwd },
        env: { ...(database && { DATABASE_URL: database.url }), ...record.env },
        database: database?.socket ?? null,
        release: path.join(releaseFolder(folder, buildId), 'public'),
        node: await node.store.node(record.nodeVersion ?? '', signal),
        tools: tool === null ? null : await node.store.tool(tool, signal),
      },
      options,
    );
    void process.exited.then(() => isStopped || backOff.ended(siteId, Date.now() - began));
    return {
      ...process,
      async stop() {
        isStopped = true;
        await process.stop();
      },
      drain() {
        isStopped = true;
        process.drain();
      },
    };
  } catch (error) {
    if (!isNew) backOff.ended(siteId, Date.now() - began);
    throw error;
  }
}

/** Asks a new server for its home page before it gets visitors. @throws HostingError START_FAILED */
export async function askFirst(process: SiteProcess, url: string, { signal }: Pick<Progress, 'signal'>): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const ended = process.exited.then(() => 'it ended');
  for (let tries = TRIES; ; tries -= 1) {
    const answer = await Promise.race([
      ended,
      askSite(process.endpoint, url, '/', late).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      ),
    ]);
    if (typeof answer === 'number' && answer < 500) return;
    throwIfAborted(signal);
    if (tries > 1 && !late.aborted && answer !== 'it ended') {
      await wait(AGAIN_MS);
      continue;
    }
    const how =
      typeof answer === 'number'
        ? sentence('The new server was not published, because it answers its home page with status {status}.', {
            status: String(answer),
          })
        : sentence('The new server was not published, because it does not answer its home page.');
    throw new HostingError('START_FAILED', [how, sentence('See its log for the reason. The live release stays.')], {
      retryable: false,
      detail: String(answer),
    });
  }
}

import { pipeline, Transform, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import { sentence } from '../../lib/sentence.ts';
import type { Reply, SiteAgent } from '../agent/index.ts';
import type { Deployed, FileSource, Progress } from '../driver.ts';
import type { Reach } from '../egress/relay.ts';
import { FULL, HostingError, throwIfAborted, TRY_AGAIN, type Failure } from '../hosting-error.ts';
import { Refused } from '../agent/child/refused.ts';
import { pastBeginning } from './archive-beginning.ts';
import { swapLive, withWorkFolder } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';

/** How much a source may hold besides the disk space of the plan, and how long its transfer may take. */
const MAX_FILES = 50_000;
const MAX_DEPTH = 30;
const TRANSFER_MS = 30 * 60_000;
/** How long a file server may send nothing. */
export const SOURCE_IDLE_MS = 30_000;
const MAX_OUTPUT = 8 * 1024 * 1024;
const MAX_LINE = 1000;
const LINE_BOUNDS = { bytes: MAX_LINE, depth: 1, elements: 16 };

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** One line of progress of a transfer. */
const LINE = v.object({ files: count, bytes: count, totalFiles: count, totalBytes: count });

type Deps = {
  agent: SiteAgent;
  reach: Reach | undefined;
  maxBytes: number;
  idleMs: number;
  /** Runs while nothing else changes the site's folder. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Replaces the files of a static site with those of a source, in one rename: killed at any moment, the site is the old
 * one or the new one.
 */
export async function deploySource(
  { agent, reach, maxBytes, idleMs, alone }: Deps,
  folder: SiteFolder,
  source: FileSource,
  p: Progress,
): Promise<Deployed> {
  const bounds = { maxBytes, maxFiles: MAX_FILES, maxDepth: MAX_DEPTH };
  return withWorkFolder(folder, async (work) => {
    const options = { work, signal: p.signal, deadlineMs: TRANSFER_MS };
    let reply: Reply<'unpack'>;
    if (source.kind === 'archive') {
      const opened = await source.open(p.signal);
      const fetched = await pastBeginning(opened, bounds).catch((error: unknown) => {
        if (error instanceof Refused)
          throw notDeployed({ ok: false, reason: error.reason, detail: error.message }, source);
        throw error;
      });
      const archive = counting(fetched, p);
      reply = await agent.ask(folder.mount, 'unpack', bounds, { ...options, from: () => archive });
      archive.destroy();
    } else {
      if (reach === undefined) throw refused('This installation does not let sites reach other servers.');
      const { host, port } = source.server;
      reply = await agent.ask(
        folder.mount,
        'download',
        { ...source.server, ...bounds, idleMs },
        {
          ...options,
          reach: (where) => reach({ host, port }, where),
          to: () => progressLines(p),
          maxOutput: MAX_OUTPUT,
        },
      );
    }
    if (!reply.ok) throw notDeployed(reply, source);
    throwIfAborted(p.signal);
    await alone(() => swapLive(folder, work));
    return reply.value;
  });
}

/** The same bytes, reported as they pass. */
function counting(stream: Readable, p: Progress): Readable {
  let done = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      p.progress?.({ done, unit: 'bytes' });
      next(null, chunk);
    },
  });
  // The reader of the counter sees the error of the stream.
  pipeline(stream, counter, () => undefined);
  return counter;
}

/** Reads lines of progress; a line that is not one is left out. */
function progressLines(p: Progress): Writable {
  let rest = '';
  let isAnnounced = false;
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LINE);
      // Only the last of a chunk is shown.
      for (const text of lines.slice(-1)) {
        const line = parseJson(LINE, text, LINE_BOUNDS);
        if (!line) continue;
        if (!isAnnounced) p.note(`${line.totalFiles} files to copy`);
        isAnnounced = true;
        p.progress?.({ done: line.bytes, total: line.totalBytes, unit: 'bytes' });
      }
      next();
    },
  });
}

const refused = (message: Failure, detail?: string): HostingError =>
  new HostingError('SOURCE_REFUSED', message, { retryable: false, ...(detail && { detail }) });

const FINGERPRINT = /^(?:SHA256:[A-Za-z0-9+/]{43}|(?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/;

/** The server has to be accepted first. The detail of the error is the fingerprint alone. */
function untrusted(detail: string, source: FileSource): HostingError {
  if (source.kind !== 'server' || !FINGERPRINT.test(detail))
    return refused('The server did not show a key that can be checked. Try another protocol.');
  const { hostKey, protocol } = source.server;
  const isKey = protocol === 'sftp';
  const message =
    hostKey === null
      ? [
          isKey
            ? sentence('We don’t know the key of this server yet.')
            : sentence('We don’t know the certificate of this server yet.'),
          sentence('Its fingerprint is {detail}. Compare it with the one that your provider shows, then accept it.', {
            detail,
          }),
        ]
      : [
          isKey
            ? sentence('The server shows another key than the one that you accepted.')
            : sentence('The server shows another certificate than the one that you accepted.'),
          sentence(
            'Accepted: {accepted}. Now: {detail}. Somebody else may be answering in its place. Ask your provider before you accept the new one.',
            { accepted: hostKey, detail },
          ),
        ];
  return new HostingError('SOURCE_UNTRUSTED', message, { retryable: false, detail });
}

/** What to do about a source that could not be published. */
function notDeployed({ reason, detail }: Extract<Reply<'unpack'>, { ok: false }>, source: FileSource): HostingError {
  const said = `${reason}: ${detail}`;
  const away = (message: Failure | readonly Failure[]) =>
    new HostingError('SOURCE_UNAVAILABLE', message, { retryable: true, detail: said });
  switch (reason) {
    case 'empty':
      return refused(
        'There is no index.html to publish, neither at the top nor in dist, build, public, out, docs, _site, public_html, htdocs or www. Add one and try again.',
        said,
      );
    case 'limit':
      return refused(
        sentence(
          'There is more than the site’s plan has room for, or more than {files} files. Remove what the site does not need and try again.',
          { files: MAX_FILES },
        ),
        said,
      );
    case 'untrusted':
      return untrusted(detail, source);
    case 'encrypted':
      return refused('The server accepts encrypted connections only. Choose FTP with TLS, then try again.', said);
    case 'denied':
      return refused('The server refused the user name or the password. Check both and try again.', said);
    case 'missing':
      return refused('The folder does not exist on the server, or cannot be read. Check the path and try again.', said);
    case 'damaged':
      return away('The archive did not arrive whole. Try again in a few minutes.');
    case 'full':
      return new HostingError('DISK_FULL', ['We could not fetch the files.', FULL], {
        retryable: true,
        detail: said,
      });
    default:
      return away(
        source.kind === 'server'
          ? 'The server did not answer, or ended the connection. Check that it is reachable and speaks this protocol, then try again.'
          : ['We could not fetch the files.', TRY_AGAIN],
      );
  }
}

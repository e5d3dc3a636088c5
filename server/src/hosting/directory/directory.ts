import type { ExtensionKind } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { PanelError } from '../../kernel/errors.ts';
import { createQueuedSlots } from '../../lib/queued-slots.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import type { Outside } from '../egress/outside.ts';
import { directoryAddress } from './directory-address.ts';
import type { DirectoryAnswer, DirectoryBytes, DirectoryQuestion, FoundDetails, FoundPage } from './directory-entry.ts';
import { pictureTypeOf, type DirectoryPicture } from './picture-type.ts';

/** A directory of plugins and themes. Every call throws PanelError DIRECTORY_UNAVAILABLE when it cannot be used. */
export type Directory = {
  /** @param owner who waits, for the turn in the threads that read its answers */
  search(kind: ExtensionKind, question: DirectoryQuestion, owner: string): Promise<FoundPage>;
  /** Null when it has none of that name. `anew`: no older answer counts. */
  item(kind: ExtensionKind, slug: string, owner: string, anew?: boolean): Promise<FoundDetails | null>;
  /** A picture that an answer named; null when there is none that we show. */
  picture(url: string): Promise<DirectoryPicture | null>;
  /** The archive that an answer named. Its body must be read or destroyed. */
  archive(url: string, signal: AbortSignal): Promise<IncomingMessage>;
};

export type DirectoryOptions = {
  home: URL;
  outside: Outside;
  /** Reads an answer in a thread that can be ended. */
  read(owner: string, answer: DirectoryBytes): Promise<DirectoryAnswer>;
  now: () => number;
  answerMs?: number;
};

const ANSWER_MAX = 4 * 1024 ** 2;
const PICTURE_MAX = 1024 ** 2;
const ANSWER_MS = 10_000;
/** How long an answer counts. */
const ANSWER_TTL_MS = 10 * 60_000;
const PICTURE_TTL_MS = 24 * 3_600_000;
/** The picture may only be unreachable at the moment. */
const NO_PICTURE_TTL_MS = 60_000;
/** Bytes of answers as they came, and of pictures. */
const ANSWERS_BYTES = 16 * 1024 ** 2;
const PICTURES_BYTES = 8 * 1024 ** 2;
/** How long nothing is asked after the directory said that it gets too many requests. */
const SILENT_SECONDS = { least: 10, usual: 60, most: 600 };

/** Requests at a time, and how many wait for how long. */
const LINE = { atOnce: 6, waiting: 100, waitMs: 10_000 };

const unavailable = (cause: unknown, retryAfter?: number): PanelError =>
  new PanelError('DIRECTORY_UNAVAILABLE', {}, retryAfter === undefined ? {} : { retryAfter }, cause);

/** The bytes of a body, of which there may be so many. @throws Error when there are more */
async function bytesOf(body: IncomingMessage, max: number): Promise<Uint8Array> {
  const tooLarge = new Error(`The answer of the directory is larger than ${max} bytes.`);
  try {
    if (Number(body.headers['content-length'] ?? 0) > max) throw tooLarge;
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > max) throw tooLarge;
      parts.push(part);
    }
    return new Uint8Array(Buffer.concat(parts));
  } finally {
    body.destroy();
  }
}

type Known = { answer: DirectoryAnswer; bytes: number };

/** The client of a directory that speaks the API of wordpress.org (version 1.2). */
export function createDirectory({ home, outside, read, now, answerMs = ANSWER_MS }: DirectoryOptions): Directory {
  const answers = new LRUCache<string, Known>({
    maxSize: ANSWERS_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
    ttl: ANSWER_TTL_MS,
    perf: { now },
  });
  const pictures = new LRUCache<string, { picture: DirectoryPicture | null }>({
    maxSize: PICTURES_BYTES,
    sizeCalculation: ({ picture }) => (picture?.bytes.length ?? 0) + 100,
    ttl: PICTURE_TTL_MS,
    perf: { now },
  });
  const asking = createSharedWork<Known>();
  const fetching = createSharedWork<DirectoryPicture | null>();
  const slots = createQueuedSlots(LINE);
  let silentUntil = -Infinity;

  // What it names must be as well protected on its way as it is.
  const protocols = home.protocol === 'http:' ? (['https:', 'http:'] as const) : (['https:'] as const);

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    const leave = await slots.enter('directory');
    if (leave === null) throw unavailable(new Error('Too many wait for the directory.'));
    try {
      return await work();
    } finally {
      leave();
    }
  }

  function fallSilent(retryAfter: string | undefined): PanelError {
    const seconds = Math.min(
      SILENT_SECONDS.most,
      Math.max(SILENT_SECONDS.least, Number(retryAfter ?? SILENT_SECONDS.usual) || SILENT_SECONDS.usual),
    );
    silentUntil = now() + seconds * 1000;
    return unavailable(new Error('The directory gets too many requests.'), seconds);
  }

  async function ask(url: URL, owner: string, { kind, isOne }: Omit<DirectoryBytes, 'bytes'>): Promise<Known> {
    if (now() < silentUntil)
      throw unavailable(new Error('The directory is not asked yet.'), Math.ceil((silentUntil - now()) / 1000));
    const { status, bytes } = await inLine(async () => {
      const { status, headers, body } = await outside.get(url, { signal: AbortSignal.timeout(answerMs), protocols });
      if (status === 429) {
        body.destroy();
        throw fallSilent(headers['retry-after']);
      }
      return { status, bytes: await bytesOf(body, ANSWER_MAX) };
    });
    if (status !== 200 && !(isOne && status === 404)) throw new Error(`The directory answers ${status}.`);
    const answer = await read(owner, { kind, bytes, isOne });
    if ('refused' in answer && answer.refused === 'form')
      throw new Error('The answer of the directory has no known form.');
    return { answer, bytes: bytes.length };
  }

  async function answerTo(url: URL, owner: string, about: Omit<DirectoryBytes, 'bytes'>, anew = false) {
    const known = anew ? undefined : answers.get(url.href);
    if (known) return known.answer;
    try {
      const fresh = await asking(url.href, () => ask(url, owner, about));
      answers.set(url.href, fresh);
      return fresh.answer;
    } catch (error) {
      throw error instanceof PanelError ? error : unavailable(error);
    }
  }

  return {
    async search(kind, question, owner) {
      const answer = await answerTo(directoryAddress(home, kind, question), owner, { kind, isOne: false });
      if ('items' in answer) return answer;
      throw unavailable(new Error('The directory has no such list.'));
    },
    async item(kind, slug, owner, anew) {
      const answer = await answerTo(directoryAddress(home, kind, { slug }), owner, { kind, isOne: true }, anew);
      return 'item' in answer && answer.item.slug === slug ? answer.item : null;
    },
    async picture(url) {
      const known = pictures.get(url);
      if (known) return known.picture;
      const picture = await fetching(url, () =>
        inLine(async () => {
          const at = new URL(url, home);
          const { status, body } = await outside.get(at, { signal: AbortSignal.timeout(answerMs), protocols });
          const bytes = await bytesOf(body, PICTURE_MAX);
          const type = status === 200 ? pictureTypeOf(bytes) : null;
          return type === null ? null : { type, bytes };
        }).catch(() => null),
      );
      pictures.set(url, { picture }, picture ? {} : { ttl: NO_PICTURE_TTL_MS });
      return picture;
    },
    async archive(url, signal) {
      try {
        const { status, body } = await outside.get(new URL(url, home), { signal, protocols });
        if (status === 200) return body;
        body.destroy();
        throw new Error(`The directory answers ${status} for an archive.`);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

import type { FileHandle } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { addressKey, networkOf, providerOf } from '../lib/client-address.ts';
import { TooSlow, UPLOAD_IDLE_MS, withMinimumSpeed } from '../lib/minimum-speed.ts';
import { openNamelessFile } from '../lib/nameless-file.ts';
import { createSlots } from '../lib/slots.ts';
import { createSharedBudget, type Holder } from './shared-budget.ts';

/** A request body, received in full. */
export type RequestBody = {
  size: number;
  /** Writes the body and ends the request; can be repeated. */
  sendTo(upstream: ClientRequest): void;
  /** Frees its memory or file. */
  release(): void;
};

/** Why there is no body: too large, too slow, the visitor has left, or no room for it. */
export type BodyRefusal = 'too-large' | 'idle' | 'gone' | 'full';

export type BodyStoreOptions = {
  /** Folder for bodies that do not stay in memory. Its files have no name, so a crash leaves nothing behind. */
  folder: string;
  /** Bytes of one body that stay in memory. Default 1 MB. */
  memoryEach?: number;
  /** Bytes of all bodies that stay in memory. Default 64 MB. */
  memoryTotal?: number;
  /** Bytes of all bodies on disk. Default 2 GB. */
  diskTotal?: number;
  /** Whether the disk has no room. Default: it has. */
  isDiskLow?: () => Promise<boolean>;
  /** How long a body may take for 1 KB times its seconds. Default 30 s, so 30 KB. */
  idleMs?: number;
};

/** Whose memory, disk and slots a body counts against. */
export type BodySender = { siteId: string; ip: string };

export type BodyStore = {
  receive(req: IncomingMessage, maxBytes: number, from: BodySender): Promise<RequestBody | BodyRefusal>;
};

/** Concurrent uploads for one site, and from one address. A site's request limit counts complete requests only. */
const UPLOADS_PER_SITE = 128;
const UPLOADS_PER_ADDRESS = 32;
/** The same at one site from one network, and from one provider: a quarter is for the others. */
const UPLOADS_PER_NETWORK = 64;
const UPLOADS_PER_PROVIDER = 96;
/** What one site, and one address, may hold of all bytes; and an address of what a site may, so that it leaves some to others. */
const SHARE = 1 / 4;
const SHARE_OF_NETWORK = 1 / 2;
const SHARE_OF_PROVIDER = 3 / 4;
const SHARE_AT_SITE = 3 / 4;

/** Node's overhead per chunk: a body of one-byte chunks takes far more memory than its size. */
const CHUNK_OVERHEAD = 256;
const FLUSH_BYTES = 256 * 1024;

/** Receives bodies before a site sees the request, so that an unfinished upload neither starts nor occupies a site. */
export function createBodyStore(options: BodyStoreOptions): BodyStore {
  const {
    folder,
    memoryEach = 1024 ** 2,
    memoryTotal = 64 * 1024 ** 2,
    diskTotal = 2 * 1024 ** 3,
    isDiskLow = async () => false,
    idleMs = UPLOAD_IDLE_MS,
  } = options;
  const memory = createSharedBudget(memoryTotal);
  const disk = createSharedBudget(diskTotal);
  const slots = createSlots();

  const take = async (
    req: IncomingMessage,
    maxBytes: number,
    holders: readonly Holder[],
  ): Promise<RequestBody | BodyRefusal> => {
    let held: Buffer[] = [];
    let cost = 0;
    let size = 0;
    let written = 0;
    let file: FileHandle | null = null;
    const forget = () => {
      memory.giveBack(holders, cost);
      cost = 0;
      held = [];
    };
    const release = () => {
      forget();
      disk.giveBack(holders, written);
      written = 0;
      const opened = file;
      file = null;
      opened?.close().catch(() => undefined);
    };
    const flush = async (): Promise<boolean> => {
      const whole = Buffer.concat(held);
      if (!disk.take(holders, whole.length)) return false;
      written += whole.length;
      try {
        if (file === null && (await isDiskLow())) return false;
        file ??= await openNamelessFile(folder);
        await file.writeFile(whole);
      } catch {
        return false;
      }
      forget();
      return true;
    };
    const refuse = (why: BodyRefusal): BodyRefusal => {
      release();
      return why;
    };
    const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
    try {
      for await (const chunk of withMinimumSpeed(chunks, idleMs)) {
        size += chunk.length;
        if (size > maxBytes) return refuse('too-large');
        held.push(chunk);
        const more = chunk.length + CHUNK_OVERHEAD;
        const fits = memory.take(holders, more);
        if (fits) cost += more;
        const most = file === null ? memoryEach : FLUSH_BYTES;
        if ((!fits || cost > most) && !(await flush())) return refuse('full');
      }
    } catch (error) {
      return refuse(error instanceof TooSlow ? 'idle' : 'gone');
    }
    if (file !== null && held.length > 0 && !(await flush())) return refuse('full');
    return {
      size,
      sendTo(upstream) {
        if (file === null) return void upstream.end(Buffer.concat(held));
        pipeline(file.createReadStream({ start: 0, autoClose: false }), upstream, () => undefined);
      },
      release,
    };
  };

  return {
    async receive(req, maxBytes, { siteId, ip }) {
      if (Number(req.headers['content-length'] ?? 0) > maxBytes) return 'too-large';
      const address = addressKey(ip);
      const site = { name: `site ${siteId}`, share: SHARE };
      const sender = { name: `address ${address}`, share: SHARE };
      const network = { name: `network ${networkOf(ip)}`, share: SHARE_OF_NETWORK };
      const provider = { name: `provider ${providerOf(ip)}`, share: SHARE_OF_PROVIDER };
      const holders = [site, sender, network, provider, { name: `${siteId} ${address}`, share: SHARE * SHARE_AT_SITE }];
      const left = [
        slots.enter(site.name, UPLOADS_PER_SITE),
        slots.enter(sender.name, UPLOADS_PER_ADDRESS),
        slots.enter(`${siteId} ${network.name}`, UPLOADS_PER_NETWORK),
        slots.enter(`${siteId} ${provider.name}`, UPLOADS_PER_PROVIDER),
      ];
      try {
        return left.includes(null) ? 'full' : await take(req, maxBytes, holders);
      } finally {
        for (const leave of left) leave?.();
      }
    },
  };
}

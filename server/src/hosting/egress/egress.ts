import { chmod } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { AttemptCounter } from '../../lib/attempt-counter.ts';
import type { LimitPort, LimitsOf } from '../driver.ts';
import { openRunFolder } from '../process/run-folder.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';
import { createDial, type Dial } from './dial.ts';
import { createMailServer, type MailRelay } from './mail-server.ts';
import type { OwnSite } from './own-site.ts';
import { createArrivals, createPace, type Pace } from './pace.ts';
import { createProxyServer } from './proxy-server.ts';
import { dialChosen } from './chosen-server.ts';
import type { AddressPolicy } from './public-address.ts';
import { EgressRefusal } from './refusal.ts';
import { createReach, isTransferPort, type Reach } from './relay.ts';
import { rememberingFailures, systemResolve, type Resolve } from './resolver.ts';

/** Counts bytes that a site exchanged with other servers, both ways, and the emails it sent. Never throws. */
export type EgressMeter = { add(siteId: string, more: { bytes?: number; mails?: number }): void };

/** `siteId` names a running site; its sockets end with the last `close`. */
export type Egress = {
  open(siteId: string): Promise<{ channels: SiteChannels; close(): Promise<void> }>;
  /** Opens a proxy to the package registry alone, for the installation of packages. */
  registry(siteId: string): Promise<{ socket: string; close(): Promise<void> }>;
  /** Opens a way to one file server, for the site agent. */
  reach: Reach;
  close(): Promise<void>;
};

export type EgressOptions = {
  dataDir: string;
  /** Null: sites can reach only themselves (`EGRESS=off`). */
  policy: AddressPolicy | null;
  limits: LimitPort;
  limitsOf: LimitsOf;
  meter: EgressMeter;
  relay: MailRelay;
  /** Counts the recipients of each site, for all processes. */
  attempts: AttemptCounter;
  /** Whether the panel's disk has no room for emails. Default: never. */
  isDiskLow?: () => Promise<boolean>;
  /** Where the site reaches itself, or null. */
  ownSite(siteId: string): Promise<OwnSite | null>;
  resolve?: Resolve;
  /** The package registry, which builds reach wherever it is; by default that of npm. */
  registry?: URL;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Authorities for requests of the form `GET https://…`, instead of Node's own. */
  secureContext?: SecureContext;
};

const COUNT_MS = 5000;
const HOUR_SECONDS = 3600;
/** How long a site's limits are cached, and that it has reached the one for emails. */
const PLAN_MS = 10_000;

type Opened = { uses: number; ready: Promise<SiteChannels>; end(): Promise<void>; ended: Promise<void> | null };

/** The only way out for hosted code: for each running site a proxy that this process controls and meters. */
export async function createEgress({
  dataDir,
  policy,
  limits,
  limitsOf,
  meter,
  relay,
  attempts,
  isDiskLow = async () => false,
  ownSite,
  resolve = systemResolve(),
  now = Date.now,
  registry = NPM_REGISTRY,
  secureContext,
}: EgressOptions): Promise<Egress> {
  const run = await openRunFolder(dataDir);
  const opened = new Map<string, Opened>();
  // The paths of a site's sockets stay the same while this process runs, for workers that were started with them.
  const folders = new Map<string, Promise<string>>();
  const folderOf = (siteId: string): Promise<string> => {
    const known = folders.get(siteId);
    if (known !== undefined) return known;
    const folder = run.folder();
    folders.set(siteId, folder);
    // A full disk or too many open files may be temporary.
    folder.catch(() => folders.delete(siteId));
    return folder;
  };

  const paces = new LRUCache<string, Pace>({ max: 1000 });
  const paceOf = (siteId: string): Pace => {
    const pace = paces.get(siteId) ?? createPace(now);
    paces.set(siteId, pace);
    return pace;
  };

  const begin = (siteId: string, after: Promise<void> | null): Opened => {
    const traffic = countTraffic(createDial({ policy, resolve: rememberingFailures(resolve, now), now }), (bytes) =>
      meter.add(siteId, { bytes }),
    );
    const proxy = createProxyServer({
      dial: traffic.dial,
      pace: paceOf(siteId),
      own: () => ownSite(siteId),
      onRefused: () => limits.hit(siteId, 'network'),
      ...(secureContext && { secureContext }),
    });
    const plan = remembering(() => limitsOf(siteId), now);
    let fullUntil = 0;
    const mayCount = async (): Promise<boolean> => {
      if (now() < fullUntil) return false;
      const { count } = await attempts.add(`site-mail:${siteId}`, HOUR_SECONDS);
      const taken = count <= (await plan()).mailsPerHour;
      // A site over its limit asks at the pace of its connections, which the shared counter must not have to bear.
      if (!taken) fullUntil = now() + PLAN_MS;
      return taken;
    };
    const takeRecipient = async () => {
      const taken = await mayCount();
      if (!taken) limits.hit(siteId, 'mails');
      return taken;
    };
    const mail = createMailServer({
      siteId,
      relay,
      takeRecipient,
      isDiskLow,
      folder: () => folderOf(siteId),
      onSent: (mails) => meter.add(siteId, { mails }),
    });
    const start = async () => {
      await after;
      const folder = await folderOf(siteId);
      const channels = { egress: path.join(folder, 'egress.sock'), mail: path.join(folder, 'mail.sock') };
      const closing: (() => Promise<void>)[] = [];
      const close = () => Promise.all(closing.map((one) => one()));
      try {
        const tooMany = () => limits.hit(siteId, 'network');
        closing.push(await listenAt(proxy, channels.egress, createArrivals(now), tooMany));
        closing.push(await listenAt(mail.server, channels.mail, createArrivals(now), tooMany));
      } catch (error) {
        await close();
        throw error;
      }
      return { channels, close };
    };
    const started = start();
    const end = async () => {
      const servers = await started.catch(() => null);
      traffic.close();
      await servers?.close();
    };
    return { uses: 0, ready: started.then(({ channels: at }) => at), end, ended: null };
  };

  const openRegistry: Egress['registry'] = async (siteId) => {
    const socket = path.join(await run.folder(), 'registry.sock');
    const server = createProxyServer({
      dial: dialChosen(registry, { resolve, now, others: otherThanRegistry }),
      pace: createPace(now),
      own: async () => null,
      onRefused: () => limits.hit(siteId, 'network'),
    });
    const close = await listenAt(
      server,
      socket,
      () => true,
      () => undefined,
    );
    return { socket, close };
  };

  return {
    registry: openRegistry,
    reach: createReach(createDial({ policy, resolve, now, isOpen: isTransferPort }), run.folder),
    async open(siteId) {
      const known = opened.get(siteId);
      const entry = known === undefined || known.ended !== null ? begin(siteId, known?.ended ?? null) : known;
      opened.set(siteId, entry);
      entry.uses += 1;
      let open = true;
      const close = async () => {
        if (!open) return;
        open = false;
        entry.uses -= 1;
        if (entry.uses > 0) return;
        entry.ended ??= entry.end();
        await entry.ended;
        if (opened.get(siteId) === entry) opened.delete(siteId);
      };
      try {
        return { channels: await entry.ready, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
    async close() {
      const entries = [...opened.values()];
      opened.clear();
      await Promise.all(entries.map((entry) => (entry.ended ??= entry.end())));
      await run.close();
    },
  };
}

const NPM_REGISTRY = new URL('https://registry.npmjs.org/');
const otherThanRegistry: Dial = async () => {
  throw new EgressRefusal(403, `Only the package registry can be reached while packages are installed.`);
};

/** The addresses of this machine: hosted code must not reach what listens on them, even if they are public. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address.split('%', 1)[0] ?? address),
  );
}

/** Caches the result for a while, but not a failure. */
function remembering<T>(ask: () => Promise<T>, now: () => number): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return async () => {
    if (last !== null && now() - last.at < PLAN_MS) return last.answer;
    const asked = { at: now(), answer: ask() };
    last = asked;
    try {
      return await asked.answer;
    } catch (error) {
      if (last === asked) last = null;
      throw error;
    }
  };
}

/** Reports the bytes of connections that `dial` makes, while they are open and when they close. */
function countTraffic(dial: Dial, report: (bytes: number) => void): { dial: Dial; close(): void } {
  const open = new Map<Socket, number>();
  const count = (socket: Socket) => {
    const total = socket.bytesRead + socket.bytesWritten;
    const more = total - (open.get(socket) ?? 0);
    open.set(socket, total);
    if (more > 0) report(more);
  };
  const timer = setInterval(() => {
    for (const socket of open.keys()) count(socket);
  }, COUNT_MS).unref();
  return {
    async dial(target) {
      const socket = await dial(target);
      open.set(socket, 0);
      socket.once('close', () => {
        count(socket);
        open.delete(socket);
      });
      return socket;
    },
    close() {
      clearInterval(timer);
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/**
 * Listens, and returns a function that closes the server and all its connections. The folder keeps others out; the
 * socket itself is open to the forwarder, which runs as the site's user.
 */
async function listenAt(
  server: Server,
  socketPath: string,
  mayArrive: () => boolean,
  onRefused: () => void,
): Promise<() => Promise<void>> {
  const clients = new Set<Socket>();
  server.on('connection', (client: Socket) => {
    if (!mayArrive()) {
      onRefused();
      return void client.destroy();
    }
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.off('error', reject);
      // A connection that cannot be accepted for lack of descriptors is lost, without further effect.
      server.on('error', () => undefined);
      resolve();
    });
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const client of clients) client.destroy();
    });
  try {
    await chmod(socketPath, 0o666);
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

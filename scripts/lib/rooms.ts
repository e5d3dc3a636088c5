/** The rooms of the server (folders of server/src) and who may import whom. docs/adr/0093 says why. */
import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';

const SRC = 'server/src/';

/** A room: what belongs into it, and the rooms that it may import besides those that everyone may. */
type Room = { is: string; may: readonly string[] };

/** What every room may import, from the lowest: each of these only those before it. */
const GROUND = ['lib', 'config', 'kernel', 'security', 'disk'];

/** From the lowest to the highest. */
export const ROOMS: Readonly<Record<string, Room>> = {
  words: { is: 'the translations of what the server says', may: [] },
  lib: { is: 'helpers that know nothing of a panel', may: [] },
  config: { is: 'the settings of a process', may: ['lib'] },
  kernel: { is: 'what every room means by an error, a page of a list, a clock, a process', may: ['lib'] },
  security: { is: 'secrets of the installation', may: ['lib', 'config', 'kernel'] },
  disk: { is: 'the room that is left on the disk', may: ['lib', 'config', 'kernel'] },
  archive: { is: 'reading zip files, and packing folders', may: GROUND },
  processor: { is: 'a payment processor for machines without Stripe, a process of its own', may: [] },
  listen: { is: 'accepting connections and requests, slow and fast ones', may: GROUND },
  db: { is: 'the database, its tables and migrations', may: GROUND },
  storage: { is: 'where backups and discarded folders are kept', may: [...GROUND, 'db'] },
  hosting: { is: 'what runs sites: processes, sandboxes, runtimes, the site agent', may: [...GROUND, 'archive'] },
  process: { is: 'the log, the watchdog and the memory guard of this process', may: [...GROUND, 'db', 'hosting'] },
  dns: { is: 'the DNS server and drivers for others', may: [...GROUND, 'listen'] },
  edge: { is: 'serving sites to their visitors', may: [...GROUND, 'listen', 'hosting'] },
  sftp: { is: 'the SFTP server', may: [...GROUND, 'listen', 'hosting'] },
  tls: { is: 'the HTTPS server and who issues certificates', may: [...GROUND, 'listen', 'dns'] },
  machine: {
    is: 'the machines of an installation: who takes part, and how each is',
    may: [...GROUND, 'archive', 'listen', 'db', 'hosting', 'tls'],
  },
  metrics: { is: 'what is counted, stored by batches', may: [...GROUND, 'db', 'hosting', 'edge'] },
  uploads: { is: 'the threads that read what customers upload', may: [...GROUND, 'archive', 'dns', 'tls', 'hosting'] },
  context: {
    is: 'what a call is given: the ports of this process, partner and viewer, scope, audit, limits of attempts',
    may: [...GROUND, 'words', 'db', 'storage', 'hosting', 'process', 'dns', 'tls', 'uploads'],
  },
  tasks: {
    is: 'the engine of tasks and schedules',
    may: [...GROUND, 'db', 'storage', 'hosting', 'tls', 'context'],
  },
  modules: {
    is: 'one folder for each resource of the panel',
    may: [
      ...[...GROUND, 'archive', 'db', 'storage', 'hosting', 'process', 'dns', 'edge', 'sftp', 'tls'],
      ...['machine', 'metrics', 'uploads', 'context', 'tasks'],
    ],
  },
  platform: {
    is: 'releases, registry, teams and the first page',
    may: [...GROUND, 'db', 'metrics', 'process', 'context', 'modules', 'hosting'],
  },
  http: {
    is: 'the way of a request to its call',
    may: [...GROUND, 'listen', 'db', 'process', 'context', 'modules', 'platform'],
  },
};

/** They put the rooms together, so they may import all of them; nobody imports them. */
const TOP: Readonly<Record<string, string>> = {
  installation: 'backs up and restores a whole installation from outside of its processes',
  doctor: 'looks at a whole installation from outside of its processes',
  start: 'puts the rooms of one process together',
  seed: 'writes the demo data',
  testing: 'helps tests',
};

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*|declare module )'(\.{1,2}\/[^'\n]+)'/g;

/** The first folder below server/src; null for the files beside them, which start the program. */
const roomOf = (file: string): string | null => {
  const [room, ...rest] = file.slice(SRC.length).split('/');
  return room !== undefined && rest.length > 0 ? room : null;
};

function adviceFor(from: string, to: string): string | null {
  const room = ROOMS[from];
  if (room === undefined || from === to || room.may.includes(to)) return null;
  if (to in TOP)
    return `${from} (${room.is}) imports ${to}, which ${TOP[to]}: only tests and main.ts import that. Let ${to} pass it in, through a port of context/app-context.ts or a parameter.`;
  const order = Object.keys(ROOMS);
  const lower = order.indexOf(to) < order.indexOf(from);
  return lower
    ? `${from} (${room.is}) needs nothing of ${to} (${ROOMS[to]?.is ?? 'an unknown room'}) so far. Pass in what it needs; if the room really builds on it, say so in scripts/lib/rooms.ts.`
    : `${from} (${room.is}) lies below ${to} (${ROOMS[to]?.is ?? 'an unknown room: add it to scripts/lib/rooms.ts'}). Move what both need down, or declare a port in ${from} that ${to} implements and start hands over.`;
}

/** Imports from a room of the server to one that lies above it or beside it. */
export function checkRooms({ file, text }: SourceFile): Finding[] {
  if (!file.startsWith(SRC) || !file.endsWith('.ts')) return [];
  const from = roomOf(file);
  if (from === null || from in TOP) return [];
  const at = (index: number): number => text.slice(0, index).split('\n').length;
  if (!(from in ROOMS))
    return [{ file, line: 1, rule: 'server-rooms', message: `${from} is no room; add it to scripts/lib/rooms.ts` }];
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = path.posix.join(path.posix.dirname(file), match[1] ?? '');
    if (!target.startsWith(SRC)) return [];
    const to = roomOf(target);
    const message =
      to === null
        ? `${from} imports ${path.posix.basename(target)}, which starts the program. Move what is shared into a room.`
        : adviceFor(from, to);
    return message === null ? [] : [{ file, line: at(match.index), rule: 'server-rooms', message }];
  });
}

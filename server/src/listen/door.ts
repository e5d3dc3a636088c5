import type { Socket } from 'node:net';
import { addressKey, clientAddress, networkOf, providerOf, type TrustedPeers } from '../lib/client-address.ts';
import type { RunningRequest } from './request-speed.ts';

/** Connections at a time: of all, of one address (IPv6: /64), of one network (/24, /48), of one provider (/16, /32). */
export type Room = { all: number; address: number; network: number; provider: number };

export const CONNECTIONS_PER_ADDRESS = 256;
const MAX_CONNECTIONS = 4_096;

/** A connection may be idle for as long when it begins: its request is on the way. */
const FRESH_MS = 1_000;
/** How many are closed at a time when the whole room is taken, so that a flood does not cost a search for each. */
const CLOSED_AT_ONCE = 16;

/** The shares of networks of a whole room, each at least as large as that of an address. */
export function roomOf(address = CONNECTIONS_PER_ADDRESS, all = MAX_CONNECTIONS): Room {
  return { all, address, network: Math.max(address, all / 4), provider: Math.max(address, all / 2) };
}

type Holder = { key: string; most: number; inside: Set<Guest> };
type Guest = {
  /** A closed socket no longer knows its addresses. */
  name: string;
  socket: Socket;
  /** From its address to its provider. */
  holders: readonly Holder[];
  requests: Set<RunningRequest>;
  /** Since when it has no request. */
  idleSince: number;
  isUpgraded: boolean;
};

export type Door = {
  /** Takes a new connection in, or closes it. */
  enter(socket: Socket): void;
  /** A request of a connection begins; call the result when it has ended. */
  began(running: RunningRequest): () => void;
  /** The connection is a WebSocket from now on. */
  upgraded(socket: Connection): void;
};

/** What identifies a connection: TLS and streams of HTTP/2 have sockets of their own. */
type Connection = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>;

const nameOf = ({ remoteAddress, remotePort, localAddress }: Connection): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Since when a connection only occupies its place; null while it is of use. */
function uselessSince({ requests, idleSince, isUpgraded }: Guest, now: number): number | null {
  if (isUpgraded) return null;
  if (requests.size === 0) return idleSince;
  let since = 0;
  for (const request of requests) {
    const slow = request.slowSince(now);
    if (slow === null) return null;
    since = Math.max(since, slow);
  }
  return since;
}

type Candidate = { guest: Guest; since: number };

const sizeOf = ({ holders }: Guest, level: number): number => holders[level]?.inside.size ?? 0;

/** The widest network that holds the most comes first, then its networks, then its addresses, then the longest wait. */
function compare(one: Candidate, other: Candidate): number {
  for (const level of [2, 1, 0]) {
    const difference = sizeOf(other.guest, level) - sizeOf(one.guest, level);
    if (difference !== 0) return difference;
  }
  return one.since - other.since;
}

/**
 * Decides who is connected. While room is short, a new connection takes the place of one that idles, sends slowly or does
 * not read, from whoever holds the most; when nobody does, of any one of a provider that holds twice as much as its own.
 */
export function createDoor(room: Room, exempt: TrustedPeers): Door {
  const holders = new Map<string, Holder>();
  const guests = new Map<string, Guest>();

  const holderOf = (key: string, most: number): Holder => {
    const holder = holders.get(key) ?? { key, most, inside: new Set() };
    holders.set(key, holder);
    return holder;
  };

  const leave = (guest: Guest): void => {
    if (guests.get(guest.name) === guest) guests.delete(guest.name);
    for (const holder of guest.holders) {
      holder.inside.delete(guest);
      if (holder.inside.size === 0) holders.delete(holder.key);
    }
  };

  const close = (guest: Guest): void => {
    leave(guest);
    guest.socket.destroy();
  };

  /** Closes the worst of those that are of no use; fresh ones only of an address that holds more than the newcomer's. */
  const makeRoom = (among: Iterable<Guest>, count: number, own: Holder): boolean => {
    const now = performance.now();
    const useless: Candidate[] = [];
    for (const guest of among) {
      const since = uselessSince(guest, now);
      if (since === null) continue;
      if (now - since >= FRESH_MS || sizeOf(guest, 0) > own.inside.size + 1) useless.push({ guest, since });
    }
    const worst = useless.toSorted(compare).slice(0, count);
    for (const { guest } of worst) close(guest);
    return worst.length > 0;
  };

  /** Closes a connection that is in use, of a provider that holds much more than the newcomer's. */
  const takeFromLargest = (provider: Holder): boolean => {
    let largest: Candidate | null = null;
    for (const guest of guests.values()) {
      const candidate = { guest, since: guest.idleSince };
      if (largest === null || compare(candidate, largest) < 0) largest = candidate;
    }
    if (largest === null || sizeOf(largest.guest, 2) < 2 * (provider.inside.size + 1)) return false;
    close(largest.guest);
    return true;
  };

  return {
    enter(socket) {
      const ip = clientAddress(socket.remoteAddress, undefined, () => false);
      if (exempt(ip)) return;
      const own = [
        holderOf(addressKey(ip), room.address),
        holderOf(networkOf(ip), room.network),
        holderOf(providerOf(ip), room.provider),
      ] as const;
      const fits =
        own.every(({ inside, most }) => inside.size < most || makeRoom(inside, 1, own[0])) &&
        (guests.size < room.all || makeRoom(guests.values(), CLOSED_AT_ONCE, own[0]) || takeFromLargest(own[2]));
      const guest: Guest = {
        ...{ name: nameOf(socket), socket, holders: own, requests: new Set() },
        ...{ idleSince: performance.now(), isUpgraded: false },
      };
      if (!fits) return close(guest);
      guests.set(guest.name, guest);
      // A holder that became empty while room was made is no longer in the map.
      for (const holder of own) {
        holders.set(holder.key, holder);
        holder.inside.add(guest);
      }
      socket.once('close', () => leave(guest));
    },
    began(running) {
      const guest = guests.get(nameOf(running.req.socket));
      guest?.requests.add(running);
      return () => {
        guest?.requests.delete(running);
        if (guest?.requests.size === 0) guest.idleSince = performance.now();
      };
    },
    upgraded(socket) {
      const guest = guests.get(nameOf(socket));
      if (guest) guest.isUpgraded = true;
    },
  };
}

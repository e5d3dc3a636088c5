import { list, ownerName } from '@panel/contract';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { createTurns } from '../lib/turns.ts';
import type { DnsDriver } from './dns-driver.ts';
import { presentationOf } from './zone-file/print-zone-file.ts';
import { authorityOf, NS_TTL, SOA_TIMES, SOA_TTL, type Zone } from './zone.ts';

/** A zone could not be delivered; the message is for people. */
export class DeliveryFailed extends Error {
  override readonly name: string = 'DeliveryFailed';
}

/** The server failed itself: its database may be busy with another change. */
class ServerFailed extends DeliveryFailed {
  override readonly name = 'ServerFailed';
}

type RrSet = { name: string; type: string; ttl: number; records: { content: string; disabled: false }[] };
type Change = RrSet & { changetype: 'REPLACE' | 'DELETE' };

const Existing = v.object({
  rrsets: list(v.object({ name: v.string(), type: v.string() }), { max: 100_000 }),
});
const Zones = list(v.object({ name: v.string(), account: v.optional(v.string(), ''), serial: v.number() }), {
  max: 200_000,
});

/** Marks our zones among those that somebody else keeps on the same server. */
const ACCOUNT = 'panel';
const TIMEOUT_MS = 10_000;
const CONFLICT = 409;
const SERVER_ERROR = 500;
/** Between two tries: two processes that change zones at the same time are refused by some of its databases. */
const TRY_AGAIN_MS = [50, 100, 200, 400, 800];

const absolute = (name: string): string => `${name}.`;
const keyOf = ({ name, type }: { name: string; type: string }): string => `${type} ${name}`;

/** All sets of records of a zone, with SOA and NS. */
function rrSetsOf(zone: Zone): RrSet[] {
  const sets = new Map<string, RrSet>();
  const add = (name: string, type: string, ttl: number, content: string) => {
    const set = sets.get(`${type} ${name}`) ?? { name, type, ttl, records: [] };
    set.records.push({ content, disabled: false });
    sets.set(`${type} ${name}`, set);
  };
  const { mname, rname } = authorityOf(zone);
  const { refresh, retry, expire, minimum } = SOA_TIMES;
  const apex = absolute(zone.fqdn);
  add(apex, 'SOA', SOA_TTL, [absolute(mname), absolute(rname), zone.serial, refresh, retry, expire, minimum].join(' '));
  for (const host of zone.nameservers) add(apex, 'NS', zone.nsTtl ?? NS_TTL, absolute(host));
  for (const record of zone.records)
    add(absolute(ownerName(record.name, zone.fqdn)), record.type, record.ttl, presentationOf(record));
  return [...sets.values()];
}

/**
 * Zones on a PowerDNS server through its HTTP API. The address has the API's key as its password, e.g.
 * `http://:key@127.0.0.1:8081`.
 */
export function createPowerDns(address: string): DnsDriver {
  const { origin, password } = new URL(address);
  const base = `${origin}/api/v1/servers/localhost/zones`;
  const headers = { 'x-api-key': decodeURIComponent(password), 'content-type': 'application/json' };

  const send = async (method: string, path: string, signal: AbortSignal, body?: object): Promise<Response> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      return await fetch(base + path, { method, headers, signal: limited, body: body && JSON.stringify(body) });
    } catch (error) {
      signal.throwIfAborted();
      throw new DeliveryFailed('The DNS server cannot be reached.', { cause: error });
    }
  };
  const expect = async (answer: Response): Promise<void> => {
    if (answer.ok) return;
    const cause = new Error(`${answer.status} ${(await answer.text()).slice(0, 500)}`);
    if (answer.status >= SERVER_ERROR) throw new ServerFailed('The DNS server could not store the records.', { cause });
    throw new DeliveryFailed('The DNS server refused the records.', { cause });
  };

  const replace = async (zone: Zone, signal: AbortSignal): Promise<void> => {
    const path = `/${absolute(zone.fqdn)}`;
    const rrsets = rrSetsOf(zone);
    let found = await send('GET', path, signal);
    if (found.status === 404) {
      const settings = { kind: 'Native', account: ACCOUNT, soa_edit_api: '', soa_edit: '', nameservers: [] };
      const created = await send('POST', '', signal, { name: absolute(zone.fqdn), ...settings, rrsets });
      if (created.status !== CONFLICT) return expect(created);
      // Another process has created it meanwhile.
      found = await send('GET', path, signal);
    }
    await expect(found.clone());
    const existing = v.parse(Existing, await found.json());
    const wanted = new Set(rrsets.map(keyOf));
    const gone = existing.rrsets.filter((set) => !wanted.has(keyOf(set)));
    // One request is one transaction: clients see the zone as it was or as it is now. Deletions are first, because a
    // name with other records takes no CNAME.
    const changes: Change[] = [
      ...gone.map((set) => ({ ...set, ttl: 0, records: [], changetype: 'DELETE' as const })),
      ...rrsets.map((set) => ({ ...set, changetype: 'REPLACE' as const })),
    ];
    await expect(await send('PATCH', path, signal, { rrsets: changes }));
  };
  const turns = createTurns();

  const replaceInTime = async (zone: Zone, signal: AbortSignal): Promise<void> => {
    for (const waitMs of TRY_AGAIN_MS) {
      try {
        return await replace(zone, signal);
      } catch (error) {
        if (!(error instanceof ServerFailed)) throw error;
        // Not at the same time as the other one.
        await wait(waitMs * (0.5 + Math.random()), undefined, { signal });
      }
    }
    return replace(zone, signal);
  };

  /** Those of the panel. */
  const zones = async (signal: AbortSignal) => {
    const found = await send('GET', '', signal);
    await expect(found.clone());
    const own = v.parse(Zones, await found.json()).filter(({ account }) => account === ACCOUNT);
    return own.map(({ name, serial }) => ({ name: name.replace(/\.$/, ''), serial }));
  };

  return {
    readsDatabase: false,
    deliver: (fqdn, read, signal) =>
      turns(fqdn, async () => {
        signal.throwIfAborted();
        for (let zone = await read(); zone !== null;) {
          await replaceInTime(zone, signal);
          // What was stored meanwhile may have been delivered by another process, and replaced by this delivery.
          const now = await read();
          if (isDeepStrictEqual(now, zone)) return zone;
          zone = now;
        }
        return null;
      }),
    async keepOnly(names, signal) {
      const own = await zones(signal);
      const kept = await names();
      const gone = own.map(({ name }) => name).filter((name) => !kept.has(name));
      for (const name of gone) {
        const answer = await send('DELETE', `/${absolute(name)}`, signal);
        if (answer.status !== 404) await expect(answer);
      }
      return gone;
    },
    serials: async (signal) => new Map((await zones(signal)).map(({ name, serial }) => [name, serial])),
  };
}

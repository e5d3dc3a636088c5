import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import packet, { type Answer, type RecordType } from 'dns-packet';
import type { DnsRecord, DnsZone } from '@panel/contract';
import { NEVER_MS } from '../../src/testing/index.ts';
import { until, type TestServer } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

type Query = { name: string; type?: string; edns?: number; flags?: number };

/** The bytes of a question. */
export const question = ({ name, type = 'A', edns, flags = packet.RECURSION_DESIRED }: Query, id = 4711): Buffer =>
  packet.encode({
    ...{ type: 'query', id, flags },
    questions: [{ type: type as RecordType, name }],
    additionals: edns === undefined ? [] : [optOf(edns)],
  });

const optOf = (udpPayloadSize: number): Answer => ({
  ...{ type: 'OPT', name: '.', udpPayloadSize, extendedRcode: 0, ednsVersion: 0, flags: 0 },
  ...{ flag_do: false, options: [] },
});

/** A packet may get lost, so a client asks again. */
const AGAIN_MS = 1000;

/** Sends a message over UDP, as often as a client does; the raw answer, or null when there is none before `waitMs`. */
export async function exchange(port: number, message: Buffer, waitMs = NEVER_MS): Promise<Buffer | null> {
  const socket = createSocket('udp4');
  let again: NodeJS.Timeout | undefined;
  try {
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(waitMs) });
    const send = (): void => socket.send(message, port, '127.0.0.1');
    send();
    again = setInterval(send, AGAIN_MS);
    const [answer] = (await answered.catch(() => [null])) as [Buffer | null];
    return answer;
  } finally {
    clearInterval(again);
    socket.close();
  }
}

/** Sends messages over one TCP connection, all at once, and returns as many answers. */
export async function overTcp(port: number, ...messages: Buffer[]): Promise<Buffer[]> {
  const socket = connect(port, '127.0.0.1');
  const answers: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for (const message of messages) {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(message.length);
    socket.write(Buffer.concat([size, message]));
  }
  for await (const part of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0);
      answers.push(rest.subarray(2, end));
      rest = rest.subarray(end);
    }
    if (answers.length >= messages.length) break;
  }
  socket.destroy();
  return answers;
}

export type Told = {
  rcode: string;
  /** `name type data` of each record of the answer. */
  answers: string[];
  authorities: string[];
  additionals: string[];
  authoritative: boolean;
  truncated: boolean;
};

function textOf(answer: Answer): string {
  if (answer.type === 'OPT') return `OPT ${answer.udpPayloadSize}`;
  const { data } = answer as { data: unknown };
  const shown = Array.isArray(data)
    ? data.map(String).join('')
    : typeof data === 'object' && data !== null
      ? Object.values(data).join(' ')
      : String(data);
  return `${answer.name} ${answer.type} ${shown}`;
}

/** An answer in a form to compare. */
export function readAnswer(bytes: Buffer | null): Told {
  if (bytes === null) throw new Error('There was no answer.');
  const decoded = packet.decode(bytes) as ReturnType<typeof packet.decode> & { rcode: string };
  const texts = (answers: Answer[] | undefined) => (answers ?? []).map(textOf);
  return {
    rcode: decoded.rcode,
    answers: texts(decoded.answers),
    authorities: texts(decoded.authorities),
    additionals: texts(decoded.additionals),
    authoritative: decoded.flag_aa,
    truncated: decoded.flag_tc,
  };
}

/** The answer to a question over UDP. */
export const ask = async (port: number, name: string, type = 'A', edns?: number): Promise<Told> =>
  readAnswer(await exchange(port, question({ name, type, edns })));

export type Domain = Tenant & {
  domain: string;
  siteId: string;
  zone: DnsZone;
  /** Saves records on top of the newest version. */
  save(records: DnsRecord[]): Promise<DnsZone>;
};

let counter = 0;

/** What the schedules do every few minutes. */
export async function deliverAll({ tasks, db }: TestServer['app']): Promise<void> {
  for (const [kind, resourceId] of [
    ['panel.dns-zones', 'dns-zones'],
    ['panel.dns', 'dns'],
  ] as const) {
    const task = { partnerId: null, customerId: null, userId: null, resourceId, title: 'DNS', payload: {} };
    // One may run already.
    const id = await until(`${kind} to start`, () => tasks.enqueue(db, { kind, ...task }).catch(() => null));
    assert.equal((await tasks.waitFor(id)).status, 'succeeded');
  }
}

/** A new customer with a site at its own domain. */
export async function domainOwner(server: TestServer, fqdn?: string): Promise<Domain> {
  const own = await tenant(server);
  counter += 1;
  const domain = fqdn ?? `${own.partner.slug}-${counter}.example`;
  const site = await server.scenario.site(own.partner, own.customer, {
    ...{ name: domain, fqdn: domain, domainType: 'custom_domain' },
  });
  let zone = (await own.client.get<DnsZone>(`/dns/get/${domain}`)).body;
  return {
    ...own,
    ...{ domain, siteId: site.id, zone },
    async save(records) {
      const answer = await own.client.post(`/dns/update/${domain}`, { serial: zone.serial, records });
      if (answer.status !== 200) throw new Error(answer.text);
      zone = answer.body['data'] as DnsZone;
      return zone;
    },
  };
}

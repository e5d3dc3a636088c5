import type { Authorization, Client } from 'acme-client';

type Challenge = Authorization['challenges'][number];

export type OrderOptions = {
  hosts: readonly string[];
  csr: Buffer;
  /** Whether a name is proven in the DNS where the server leaves the choice. */
  byDns(host: string): boolean;
  /** Makes a challenge answerable; repeated for each name. */
  prepare(host: string, challenge: Challenge, answer: string): Promise<void>;
  remove(host: string, challenge: Challenge): Promise<void>;
};

/** A wildcard is offered dns-01 alone. */
function chosen({ identifier, challenges }: Authorization, byDns: OrderOptions['byDns']): Challenge {
  const [first, second] = byDns(identifier.value) ? ['dns-01', 'http-01'] : ['http-01', 'dns-01'];
  const found = [first, second].flatMap((type) => challenges.filter((each) => each.type === type))[0];
  if (!found) throw new Error(`The server offers no challenge for ${identifier.value} that can be answered here.`);
  return found;
}

/** One order (RFC 8555, 7.4): proves each name by a challenge of its own, and returns the certificate. */
export async function orderCertificate(client: Client, options: OrderOptions): Promise<string> {
  const { hosts, csr, byDns, prepare, remove } = options;
  const order = await client.createOrder({ identifiers: hosts.map((value) => ({ type: 'dns', value })) });
  const open = (await client.getAuthorizations(order)).filter(({ status }) => status !== 'valid');
  const challenges = open.map((authorization) => ({
    host: authorization.identifier.value,
    challenge: chosen(authorization, byDns),
  }));
  try {
    // All answers are there before the first is asked for: a name and its wildcard have two at one name.
    for (const { host, challenge } of challenges)
      await prepare(host, challenge, await client.getChallengeKeyAuthorization(challenge));
    const results = await Promise.allSettled(
      challenges.map(async ({ challenge }) => {
        await client.completeChallenge(challenge);
        await client.waitForValidStatus(challenge);
      }),
    );
    const failed = results.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    // What stays is removed by a schedule.
    for (const { host, challenge } of challenges) await remove(host, challenge).catch(() => undefined);
  }
  return client.getCertificate(await client.finalizeOrder(order, csr));
}

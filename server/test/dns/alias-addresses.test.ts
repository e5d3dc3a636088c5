import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DnsFailure, type DnsResolver } from '../../src/dns/resolver.ts';
import { createAliasAddresses } from '../../src/modules/dns/alias-addresses.ts';

/** A resolver that answers when it is told to. */
function heldResolver() {
  const asked: { name: string; answer: (addresses: string[]) => void; fail: (error: Error) => void }[] = [];
  let opened = 0;
  const resolver: DnsResolver = {
    name: 'test',
    nameservers: async () => [],
    texts: async () => [],
    mailServers: async () => [],
    cancel: () => undefined,
    addresses: (name) =>
      new Promise((resolve, reject) =>
        asked.push({ name, answer: (addresses) => resolve({ addresses, ttl: 60 }), fail: reject }),
      ),
  };
  const open = () => {
    opened += 1;
    return [resolver];
  };
  return { asked, open, opened: () => opened };
}

test('equal questions share one look-up, of one resolver, and its answer is kept', async () => {
  const { asked, open, opened } = heldResolver();
  const addressesOf = createAliasAddresses([], open);
  const both = Promise.all([addressesOf('a.example', 'A'), addressesOf('a.example', 'A')]);
  assert.equal(asked.length, 1);
  asked[0]?.answer(['192.0.2.1']);
  assert.deepEqual(
    (await both).map(({ addresses }) => addresses),
    [['192.0.2.1'], ['192.0.2.1']],
  );
  assert.deepEqual((await addressesOf('a.example', 'A')).addresses, ['192.0.2.1']);
  void addressesOf('a.example', 'AAAA');
  assert.equal(asked.length, 2);
  assert.equal(opened(), 1);
});

test('a failure is kept for a moment', async () => {
  const { asked, open } = heldResolver();
  const addressesOf = createAliasAddresses([], open);
  const first = addressesOf('dead.example', 'A');
  asked[0]?.fail(new DnsFailure('The resolver did not answer in time.'));
  await assert.rejects(first, DnsFailure);
  await assert.rejects(addressesOf('dead.example', 'A'), DnsFailure);
  assert.equal(asked.length, 1);
});

test('names that are never answered take a limited number of places, and give them back', async () => {
  const { asked, open } = heldResolver();
  const addressesOf = createAliasAddresses([], open);
  const ofName = Array.from({ length: 20 }, () => addressesOf('dead.example', 'A'));
  await assert.rejects(addressesOf('dead.example', 'A'), /this name/);
  const others = Array.from({ length: 180 }, (_, i) => addressesOf(`dead${i}.example`, 'A'));
  await assert.rejects(addressesOf('other.example', 'A'), /Too many questions wait for other/);
  for (const { answer } of asked) answer([]);
  await Promise.all([...ofName, ...others]);
  const after = addressesOf('other.example', 'A');
  asked.at(-1)?.answer(['192.0.2.2']);
  assert.deepEqual((await after).addresses, ['192.0.2.2']);
});

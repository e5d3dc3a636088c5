import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostName } from '../../src/lib/host-name.ts';
import { addressKey, clientAddress, forwardedTls, isNetwork, trustedPeers } from '../../src/lib/client-address.ts';

test('a host name is parsed without port, case and trailing dot, and nothing else is valid', () => {
  for (const [given, expected] of [
    ['panel.aurora.test', 'panel.aurora.test'],
    ['PANEL.Aurora.Test:8099', 'panel.aurora.test'],
    ['panel.aurora.test.', 'panel.aurora.test'],
    ['panel.aurora.test.:80', 'panel.aurora.test'],
    ['localhost:8099', 'localhost'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['127.0.0.1:1', '127.0.0.1'],
  ] as const)
    assert.equal(hostName(given), expected);
  for (const given of [
    undefined,
    '',
    ' ',
    'a b',
    'a..b',
    '.a',
    'a:b',
    'a:123456',
    'a/b',
    'a@b',
    'a,b',
    'bücher.example',
    '[::1]',
    'a\r\nb',
    `${'a'.repeat(300)}`,
  ])
    assert.equal(hostName(given), null, JSON.stringify(given));
});

test('attempts are counted per IPv4 address and per IPv6 network', () => {
  assert.equal(addressKey('203.0.113.9'), '203.0.113.9');
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), addressKey('2001:db8:1:2:ffff::1'));
  assert.equal(addressKey('2001:0db8:0001:0002::1'), addressKey('2001:db8:1:2::ffff'));
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'));
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
});

test('a client’s address comes from the installation’s own proxies, from the right; the rest is the client’s claim', () => {
  const trusted = trustedPeers(['loopback', '10.0.0.0/8', '2001:db8::/32']);
  for (const [peer, header, expected] of [
    ['198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['::1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7:4711, [2001:db8::1]:80', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1, unknown, 10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['127.0.0.1', 'fe80::1%lo, 2001:db8::5', '2001:db8::5'],
    [undefined, '203.0.113.1', '0.0.0.0'],
  ] as const)
    assert.equal(clientAddress(peer, header, trusted), expected, `${peer} ${header}`);
  assert.equal(clientAddress('127.0.0.1', '203.0.113.1', trustedPeers([])), '127.0.0.1');
  assert.equal(forwardedTls('10.0.0.1', 'http, https', trusted), true);
  assert.equal(forwardedTls('10.0.0.1', 'https, http', trusted), false);
  assert.equal(forwardedTls('198.51.100.7', 'https', trusted), false);
  for (const name of ['1.2.3.4', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback'])
    assert.equal(isNetwork(name), true, name);
  for (const name of ['', 'on', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'example.com', '10.0.0'])
    assert.equal(isNetwork(name), false, name);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostName } from '../../src/http/host.ts';
import { addressKey } from '../../src/http/request-facts.ts';

test('a host name is read without port, case and trailing dot, and nothing else is one', () => {
  for (const [given, expected] of [
    ['panel.aurora.test', 'panel.aurora.test'], ['PANEL.Aurora.Test:8099', 'panel.aurora.test'], ['panel.aurora.test.', 'panel.aurora.test'],
    ['panel.aurora.test.:80', 'panel.aurora.test'], ['localhost:8099', 'localhost'], ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['127.0.0.1:1', '127.0.0.1'],
  ] as const) assert.equal(hostName(given), expected);
  for (const given of [undefined, '', ' ', 'a b', 'a..b', '.a', 'a:b', 'a:123456', 'a/b', 'a@b', 'a,b', 'bücher.example', '[::1]', 'a\r\nb', `${'a'.repeat(300)}`]) assert.equal(hostName(given), null, JSON.stringify(given));
});

test('attempts are counted per IPv4 address and per IPv6 network', () => {
  assert.equal(addressKey('203.0.113.9'), '203.0.113.9');
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), addressKey('2001:db8:1:2:ffff::1'));
  assert.equal(addressKey('2001:0db8:0001:0002::1'), addressKey('2001:db8:1:2::ffff'));
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'));
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
});

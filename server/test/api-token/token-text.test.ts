import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTokenText, makeTokenText, shownPart } from '../../src/modules/api-token/token-text.ts';

test('a token is a prefix, 43 characters of randomness and a checksum of six', () => {
  const tokens = Array.from({ length: 200 }, makeTokenText);
  assert.equal(new Set(tokens).size, tokens.length);
  for (const token of tokens) {
    assert.match(token, /^pnl_[0-9A-Za-z]{49}$/);
    assert.ok(isTokenText(token), token);
    assert.equal(shownPart(token), token.slice(0, 10));
  }
});

test('the checksum is CRC-32 in base62, so that a scanner can verify it', () => {
  const secret = '0'.repeat(43);
  // crc32('0' × 43) = 0x7849568f, computed with Python's zlib.
  assert.ok(isTokenText(`pnl_${secret}2CZclj`));
});

test('one wrong, missing or further character is noticed without a look-up', () => {
  const token = makeTokenText();
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    assert.equal(isTokenText(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), false, `character ${at}`);
  }
  for (const wrong of [token.slice(0, -1), `${token}0`, token.slice(4), token.toUpperCase(), `${token}\n`, ''])
    assert.equal(isTokenText(wrong), false, JSON.stringify(wrong));
});

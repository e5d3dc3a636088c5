import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceUrl } from '@panel/contract';
import * as v from 'valibot';

test('a bare host is completed to https://', () => {
  for (const [typed, address] of [
    ['example.com', 'https://example.com/'],
    [' www.example.com/blog ', 'https://www.example.com/blog'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['http://example.com', 'http://example.com/'],
  ] as const)
    assert.equal(v.parse(SourceUrl, typed), address);
});

test('what is no address of a web site is refused in words', () => {
  for (const typed of ['', 'example', 'javascript:alert(1)', 'ftp://example.com', 'mailto:a@example.com', 'a b.com'])
    assert.deepEqual(
      v.safeParse(SourceUrl, typed).issues?.map(({ message }) => message),
      ['Enter an address such as https://www.example.com.'],
      typed,
    );
});

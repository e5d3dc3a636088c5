import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { openRegions } from '../../src/start/open-regions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'regions-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const text = (value: string) => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const uint16 = (value: number) => Buffer.from([0xa2, value >> 8, value & 255]);
const map = (entries: Record<string, Buffer>) =>
  Buffer.concat([
    Buffer.from([0xe0 | Object.keys(entries).length]),
    ...Object.entries(entries).flatMap(([name, value]) => [text(name), value]),
  ]);

/** A database (MaxMind DB format 2.0) of one node: addresses below 128.0.0.0 have the record, the others none. */
function database(record: Buffer): string {
  const tree = Buffer.from([0, 0, 17, 0, 0, 1]);
  const metadata = map({
    node_count: uint16(1),
    record_size: uint16(24),
    ip_version: uint16(4),
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint16(1),
    database_type: text('Country'),
    languages: Buffer.from([0x00, 0x04]),
    description: map({}),
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  const file = path.join(folder, `${record.length}.mmdb`);
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), record, marker, metadata]));
  return file;
}
const quiet = { warn: () => undefined };

test('the country of an address comes from either layout of database', () => {
  for (const record of [map({ country: map({ iso_code: text('DE') }) }), map({ country_code: text('DE') })]) {
    const regionOf = openRegions(database(record), quiet);
    assert.deepEqual(
      ['10.1.2.3', '::ffff:10.1.2.3', '200.1.2.3', 'nonsense'].map((address) => regionOf?.(address)),
      ['DE', 'DE', null, null],
    );
  }
  assert.equal(openRegions(database(map({ country_code: text('<b>') })), quiet)?.('10.1.2.3'), null);
});

test('without a database, or with one that cannot be read, there are no regions', () => {
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => void warnings.push(fields) };
  assert.equal(openRegions(undefined, log), undefined);
  assert.equal(openRegions(path.join(folder, 'missing.mmdb'), log), undefined);
  const wrong = path.join(folder, 'wrong.mmdb');
  writeFileSync(wrong, 'This is not a database.');
  assert.equal(openRegions(wrong, log), undefined);
  assert.equal(warnings.length, 2);
});

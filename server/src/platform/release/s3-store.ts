import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { openBucket, soon } from '../../lib/s3-bucket.ts';
import { MANIFEST_FILE, StoreError, type ReleaseId, type ReleaseStore } from './release-store.ts';

const UPLOADS_AT_ONCE = 8;

async function inTurns<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const lane = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/**
 * Releases in a bucket of any S3-compatible storage. The manifest is written last: a release without it does not
 * exist.
 */
export function createS3Store(address: string): ReleaseStore {
  const { client, bucket, prefix, place, keysBelow, remove } = openBucket(address);
  const keyOf = (id: ReleaseId, file: string) => `${prefix}${id.package}/${id.version}/${file}`;
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StoreError(`The ${place} cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  };
  return {
    place,
    put: (id, files) =>
      told(async () => {
        const write = ([name, bytes]: [string, Buffer]) =>
          client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(id, name), Body: bytes }), soon());
        const [last, others] = [
          [...files].filter(([name]) => name === MANIFEST_FILE),
          [...files].filter(([name]) => name !== MANIFEST_FILE),
        ];
        await inTurns(others, UPLOADS_AT_ONCE, write);
        await inTurns(last, 1, write);
      }),
    get: (id, file) =>
      told(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(id, file) }), soon());
          return Body ? Buffer.from(await Body.transformToByteArray()) : null;
        } catch (error) {
          if (error instanceof NoSuchKey) return null;
          throw error;
        }
      }),
    list: () =>
      told(async () => {
        const found = new Map<string, ReleaseId>();
        for (const key of await keysBelow(prefix)) {
          const [name, version, file] = key.slice(prefix.length).split('/');
          if (name && version && file) found.set(`${name}/${version}`, { package: name, version });
        }
        return [...found.values()];
      }),
    remove: (id) => told(async () => remove(await keysBelow(keyOf(id, '')))),
    close: () => client.destroy(),
  };
}

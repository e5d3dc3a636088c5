import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { MANIFEST_FILE, StoreError, type ReleaseId, type ReleaseStore } from './release-store.ts';

const UPLOADS_AT_ONCE = 8;
const TIMEOUT_MS = 20_000;

/** The parts of `https://key:secret@host/bucket/prefix?region=…`. */
function partsOf(address: string) {
  const url = new URL(address);
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const accessKeyId = decodeURIComponent(url.username);
  return {
    endpoint: url.origin,
    bucket,
    prefix: prefix.length > 0 ? `${prefix.join('/')}/` : '',
    region: url.searchParams.get('region') ?? 'us-east-1',
    // Without credentials the SDK uses its usual sources: environment, profile, instance.
    credentials: accessKeyId ? { accessKeyId, secretAccessKey: decodeURIComponent(url.password) } : undefined,
  };
}

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
  const { endpoint, bucket, prefix, region, credentials } = partsOf(address);
  // Many S3-compatible servers don't know newer checksums; every file has its own hash anyway.
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  const place = `bucket ${bucket} at ${endpoint}`;
  const keyOf = (id: ReleaseId, file: string) => `${prefix}${id.package}/${id.version}/${file}`;
  const within = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StoreError(`The ${place} cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  };
  async function keysBelow(start: string): Promise<string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token }),
        within(),
      );
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key] : [])));
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
    return keys;
  }
  return {
    place,
    put: (id, files) =>
      told(async () => {
        const write = ([name, bytes]: [string, Buffer]) =>
          client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(id, name), Body: bytes }), within());
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
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(id, file) }), within());
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
    remove: (id) =>
      told(async () => {
        const keys = await keysBelow(keyOf(id, ''));
        for (let i = 0; i < keys.length; i += 1000) {
          await client.send(
            new DeleteObjectsCommand({
              Bucket: bucket,
              Delete: { Objects: keys.slice(i, i + 1000).map((Key) => ({ Key })), Quiet: true },
            }),
            within(),
          );
        }
      }),
    close: () => client.destroy(),
  };
}

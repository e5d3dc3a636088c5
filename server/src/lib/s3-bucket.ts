import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { bucketAddress, bucketPlace } from './bucket-address.ts';

/** A place in a bucket of any S3-compatible storage. */
export type S3Bucket = {
  client: S3Client;
  bucket: string;
  /** Before every key; empty, or ends with `/`. */
  prefix: string;
  /** For people, without credentials. */
  place: string;
  /** All keys that begin with a text. */
  keysBelow(start: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
};

/** Time for one request about keys. */
const TIMEOUT_MS = 20_000;
/** A connection without any data ends. */
const IDLE_MS = 30_000;
const CONNECT_MS = 10_000;
/** S3 takes no more keys in one request. */
const KEYS_AT_ONCE = 1000;

/** The signal that ends a request about keys, or a small one, in time. */
export const soon = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });

/** @param address `https://key:secret@host/bucket/prefix?region=…`; without credentials those of the environment */
export function openBucket(address: string): S3Bucket {
  const { endpoint, bucket, prefix, region, credentials } = bucketAddress(address);
  // Many S3-compatible servers don't know newer checksums; every file has its own hash anyway.
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  });
  return {
    ...{ client, bucket, prefix, place: bucketPlace(address) },
    async keysBelow(start) {
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token }),
          soon(),
        );
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key] : [])));
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token);
      return keys;
    },
    async remove(keys) {
      for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
        const Objects = keys.slice(i, i + KEYS_AT_ONCE).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
          soon(),
        );
        if (Errors[0]) throw new Error(`${Errors[0].Key}: ${Errors[0].Message ?? Errors[0].Code}`);
      }
    },
  };
}

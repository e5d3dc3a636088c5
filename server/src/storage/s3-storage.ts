import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openBucket, soon } from '../lib/s3-bucket.ts';
import { checkKey, StorageError, type Storage } from './storage.ts';

/** A larger file is stored in parts, of which S3 takes 10,000; each may be sent again on its own. */
const PART_BYTES = 64 * 1024 ** 2;

/**
 * A storage in a bucket of any S3-compatible server. An object is there whole or not at all.
 * @param address `https://key:secret@host/bucket/prefix?region=…`
 * @param partBytes replaces the size of a part, for tests; S3 itself takes 5 MB at least
 */
export function createS3Storage(address: string, partBytes = PART_BYTES): Storage {
  const { client, bucket: Bucket, prefix, place, keysBelow, remove } = openBucket(address);
  const at = (key: string) => ({ Bucket, Key: `${prefix}${checkKey(key)}` });
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new StorageError('UNREACHABLE', `The ${place} cannot be used: ${reason}`, error);
    }
  };

  async function putParts(to: { Bucket: string; Key: string }, file: string, size: number): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(to), soon());
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let start = 0; start < size; start += partBytes) {
        const end = Math.min(start + partBytes, size) - 1;
        const PartNumber = Parts.length + 1;
        const part = { ...to, UploadId, PartNumber, Body: createReadStream(file, { start, end }) };
        const { ETag } = await client.send(new UploadPartCommand({ ...part, ContentLength: end - start + 1 }));
        Parts.push({ ETag, PartNumber });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts } }), soon());
    } catch (error) {
      // Parts of an unfinished upload cost space until somebody removes them.
      await client.send(new AbortMultipartUploadCommand({ ...to, UploadId }), soon()).catch(() => undefined);
      throw error;
    }
  }

  return {
    place,
    put: (key, content) =>
      reached(async () => {
        const to = at(key);
        if (!('file' in content)) {
          const Body = 'text' in content ? content.text : content.bytes;
          return void (await client.send(new PutObjectCommand({ ...to, Body }), soon()));
        }
        const { size } = await stat(content.file);
        if (size > partBytes) return putParts(to, content.file, size);
        const Body = createReadStream(content.file);
        await client.send(new PutObjectCommand({ ...to, Body, ContentLength: size }));
      }),
    size: (key) =>
      reached(async () => {
        try {
          return (await client.send(new HeadObjectCommand(at(key)), soon())).ContentLength ?? null;
        } catch (error) {
          if (!(error instanceof NotFound)) throw error;
          // The answer has no content that says whether the key or the whole bucket is missing.
          await client.send(new HeadBucketCommand({ Bucket }), soon());
          return null;
        }
      }),
    read: (key, range) =>
      reached(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        try {
          const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range }));
          if (Body instanceof Readable) return Body;
          throw new Error('the answer has no content');
        } catch (error) {
          if (error instanceof NoSuchKey) throw new StorageError('MISSING', `There is no ${key}.`, error);
          throw error;
        }
      }),
    removeFolder: (folder) => reached(async () => remove(await keysBelow(`${prefix}${checkKey(folder)}/`))),
    isEmpty: (folder) =>
      reached(async () => {
        const Prefix = `${prefix}${checkKey(folder)}/`;
        return (
          ((await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), soon())).KeyCount ?? 0) === 0
        );
      }),
    close: () => client.destroy(),
  };
}

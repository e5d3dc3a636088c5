/** Makes the document in a thread that ends with it: that takes the loop about a second, and leaves its garbage behind. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { generateOpenApi } from './openapi.ts';

/** The document as it is sent: half a megabyte, and the same compressed. */
export type OpenApi = { text: Uint8Array<ArrayBuffer>; small: Uint8Array<ArrayBuffer>; etag: string };

const text = Buffer.from(JSON.stringify(await generateOpenApi()));
const small = brotliCompressSync(text);
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
parentPort?.postMessage({ text: new Uint8Array(text), small: new Uint8Array(small), etag } satisfies OpenApi);

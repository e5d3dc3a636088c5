/** Makes the document in a thread that ends with it: that takes the loop about a second, and leaves its garbage behind. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { generateOpenApi, type OpenApi } from './openapi.ts';

const text = Buffer.from(JSON.stringify(await generateOpenApi()));
const small = brotliCompressSync(text);
const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
parentPort?.postMessage({ text: new Uint8Array(text), small: new Uint8Array(small), etag } satisfies OpenApi);

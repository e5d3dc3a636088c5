import * as v from 'valibot';
import { MAX_PRINTED } from './printed-text.ts';

/** What the panel asks of the php-wasm process of one site. */
export type WorkerOrder =
  | {
      type: 'boot';
      phpVersion: string;
      settings: Record<string, string>;
      folders: WorkerFolders;
      /** What of the document root is the shared WordPress. */
      coreEntries: readonly string[];
      channels: { egress: string; mail: string };
      heapMb: number;
    }
  | { type: 'listen'; id: number; token: string; socketPath: string }
  | { type: 'script'; id: number; file: string; env: Record<string, string> }
  | { type: 'wp'; id: number; args: string[]; env: Record<string, string> };

/** Where the worker finds what PHP sees as `/site/live`, `/tmp` and `/panel`; `core` is the shared WordPress. */
export type WorkerFolders = { live: string; tmp: string; panel: string; core: string | null };

/** The longest message of a worker: what two streams have printed, where a byte takes up to six in JSON. */
export const MAX_ANSWER_BYTES = 13 * MAX_PRINTED;

const Id = v.pipe(v.number(), v.integer(), v.minValue(0));
const Text = v.pipe(v.string(), v.maxLength(MAX_PRINTED));

/** What a worker may say. Code of a site could have taken the worker over, so nothing else is listened to. */
export const WorkerAnswer = v.variant('type', [
  v.strictObject({ type: v.literal('listening'), id: Id }),
  v.strictObject({
    type: v.literal('result'),
    id: Id,
    code: v.pipe(v.number(), v.integer()),
    stdout: Text,
    stderr: Text,
  }),
  /** A request has its turn, or has ended: PHP is at work, or not. */
  v.strictObject({ type: v.literal('turn'), busy: v.boolean() }),
  v.strictObject({ type: v.literal('failed'), id: v.nullable(Id), message: v.pipe(v.string(), v.maxLength(8192)) }),
]);
export type WorkerAnswer = v.InferOutput<typeof WorkerAnswer>;

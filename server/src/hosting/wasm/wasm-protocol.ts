import * as v from 'valibot';
import { MAX_PRINTED } from './printed-text.ts';

/** Requests of the panel to the php-wasm process of one site. */
export type WorkerOrder =
  | {
      type: 'boot';
      phpVersion: string;
      settings: Record<string, string>;
      folders: WorkerFolders;
      /** The part of the document root that is the shared WordPress. */
      coreEntries: readonly string[];
      /** The id of PHP's build, for what it compiled before. */
      compiledId: string | null;
      channels: { egress: string; mail: string };
      heapMb: number;
    }
  | { type: 'listen'; id: number; token: string; socketPath: string }
  | { type: 'script'; id: number; file: string; env: Record<string, string> }
  | { type: 'wp'; id: number; args: string[]; env: Record<string, string> };

/**
 * Where the worker finds what PHP sees as `/site/live`, `/tmp` and `/panel`; `core` is the shared WordPress, `compiled` what
 * PHP has compiled of it before.
 */
export type WorkerFolders = { live: string; tmp: string; panel: string; core: string | null; compiled: string | null };

/** Maximum message length of a worker: the output of two streams, where JSON needs up to six bytes for one. */
export const MAX_ANSWER_BYTES = 13 * MAX_PRINTED;

const Id = v.pipe(v.number(), v.integer(), v.minValue(0));
const Text = v.pipe(v.string(), v.maxLength(MAX_PRINTED));

/** Valid messages of a worker. Code of a site could have taken it over, so everything else is rejected. */
export const WorkerAnswer = v.variant('type', [
  v.strictObject({ type: v.literal('listening'), id: Id }),
  v.strictObject({
    type: v.literal('result'),
    id: Id,
    code: v.pipe(v.number(), v.integer()),
    stdout: Text,
    stderr: Text,
  }),
  /** PHP starts or ends its work on a request. */
  v.strictObject({ type: v.literal('turn'), busy: v.boolean() }),
  /** Connections of the site wait, because it opens too many. */
  v.strictObject({ type: v.literal('held') }),
  v.strictObject({ type: v.literal('failed'), id: v.nullable(Id), message: v.pipe(v.string(), v.maxLength(8192)) }),
]);
export type WorkerAnswer = v.InferOutput<typeof WorkerAnswer>;

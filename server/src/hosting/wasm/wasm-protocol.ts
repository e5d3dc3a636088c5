import * as v from 'valibot';
import type { JsonBounds } from '../../lib/parse-json.ts';
import { KEPT_ERRORS, KEPT_OUTPUT } from '../process/kept-output.ts';

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

/** Bounds of a message of a worker: flat, with the output of two streams, where JSON needs up to six bytes for one. */
export const MESSAGE_BOUNDS = {
  ...{ depth: 1, elements: 32 },
  bytes: 6 * (KEPT_OUTPUT + KEPT_ERRORS) + 4096,
} as const satisfies JsonBounds;

const Id = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** Valid messages of a worker. Code of a site could have taken it over, so everything else is rejected. */
export const WorkerAnswer = v.variant('type', [
  v.strictObject({ type: v.literal('listening'), id: Id }),
  v.strictObject({
    type: v.literal('result'),
    id: Id,
    code: v.pipe(v.number(), v.integer()),
    stdout: text(KEPT_OUTPUT),
    stderr: text(KEPT_ERRORS),
  }),
  /** PHP starts or ends its work on a request. */
  v.strictObject({ type: v.literal('turn'), busy: v.boolean() }),
  /** Connections of the site wait, because it opens too many. */
  v.strictObject({ type: v.literal('held') }),
  v.strictObject({ type: v.literal('failed'), id: v.nullable(Id), message: v.pipe(v.string(), v.maxLength(8192)) }),
]);
export type WorkerAnswer = v.InferOutput<typeof WorkerAnswer>;

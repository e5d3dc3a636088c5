import type { IncomingMessage, ServerResponse } from 'node:http';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { createCounter } from '../lib/counter.ts';
import { addTimes, countTime } from '../lib/response-times.ts';
import type { EdgeLog, MetricsSink, Traffic, TrafficPart } from './edge-types.ts';

export type TrafficMeter = {
  /** Counts one request when its response has ended or the visitor has left. */
  watch(siteId: string, req: IncomingMessage, res: ServerResponse): void;
  flush(): Promise<void>;
};

export type TrafficMeterOptions = {
  sink: MetricsSink;
  clock: { now(): number };
  /** Milliseconds since any moment. Default: the process's own. */
  stopwatch?: () => number;
  log: EdgeLog;
  addressOf(req: IncomingMessage): string;
  regionOf?: (address: string) => string | null;
};

type Row = Traffic & { siteId: string };
const COUNTS = ['requests', 'bytes', 'pageViews', 'hits', 'bots', 's2xx', 's3xx', 's4xx', 's5xx'] as const;
const HOUR_MS = 3_600_000;
const MAX_AGENTS = 2_000;

/** Adds up traffic per site and UTC hour in memory and stores it in batches. */
export function createTrafficMeter(options: TrafficMeterOptions): TrafficMeter {
  const { sink, clock, log, addressOf, regionOf, stopwatch = () => performance.now() } = options;
  const { add, flush } = createCounter<Row>({
    keyOf: ({ siteId, hour }) => `${hour} ${siteId}`,
    sum: (known, more) => ({
      ...known,
      ...Object.fromEntries(COUNTS.map((name) => [name, known[name] + more[name]])),
      times: addTimes(known.times, more.times),
      parts: more.parts.reduce(sumPart, known.parts),
    }),
    store: (batch) => sink.store(batch),
    failed: (error, { rows }) =>
      log.warn({ sites: rows.length, err: error }, 'traffic could not be stored and is kept'),
  });
  const agents = new LRUCache<string, boolean>({ max: MAX_AGENTS });
  /** Crawlers, monitors and other programs that say what they are. */
  const isBot = (req: IncomingMessage): boolean => {
    const agent = req.headers['user-agent']?.slice(0, 500) ?? '';
    const known = agents.get(agent);
    if (known !== undefined) return known;
    const found = isbot(agent);
    agents.set(agent, found);
    return found;
  };
  return {
    watch(siteId, req, res) {
      const { socket } = req;
      const before = socket.bytesWritten;
      const began = stopwatch();
      const head = whenHeadIsSent(res, stopwatch);
      res.once('close', () => {
        const now = clock.now();
        const bytes = socket.bytesWritten - before;
        const bot = isBot(req);
        const region = regionOf && (regionOf(addressOf(req)) ?? 'unknown');
        const status = Math.floor(res.statusCode / 100);
        const parts: TrafficPart[] = [{ part: 'content', name: contentOf(res), requests: 1, bytes }];
        if (region !== undefined) parts.push({ part: 'region', name: region, requests: 1, bytes });
        add({
          siteId,
          day: new Date(now).toISOString().slice(0, 10),
          hour: new Date(now - (now % HOUR_MS)).toISOString(),
          requests: 1,
          bytes,
          pageViews: !bot && isPageView(req, res) ? 1 : 0,
          hits: String(res.getHeader('cache-status') ?? '').startsWith('edge; hit') ? 1 : 0,
          bots: bot ? 1 : 0,
          s2xx: status === 2 ? 1 : 0,
          s3xx: status === 3 ? 1 : 0,
          s4xx: status === 4 ? 1 : 0,
          s5xx: status === 5 ? 1 : 0,
          times: head.at === null ? [] : countTime(head.at - began),
          parts,
        });
      });
    },
    flush,
  };
}

/** When a response begins: how fast a visitor reads the rest of it says nothing about the site. */
function whenHeadIsSent(res: ServerResponse, stopwatch: () => number): { at: number | null } {
  const head: { at: number | null } = { at: null };
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => ServerResponse;
  // Node calls it for every response, also where nobody else does.
  res.writeHead = (...given: unknown[]) => {
    head.at ??= stopwatch();
    return writeHead(...given);
  };
  return head;
}

function sumPart(parts: readonly TrafficPart[], more: TrafficPart): readonly TrafficPart[] {
  const known = parts.find(({ part, name }) => part === more.part && name === more.name);
  if (known === undefined) return [...parts, more];
  const sum = { ...known, requests: known.requests + more.requests, bytes: known.bytes + more.bytes };
  return parts.map((one) => (one === known ? sum : one));
}

const CONTENT: readonly [RegExp, string][] = [
  [/^text\/html/, 'pages'],
  [/^text\/css/, 'styles'],
  [/javascript/, 'scripts'],
  [/^image\//, 'images'],
  [/^font\/|font/, 'fonts'],
  [/^(?:video|audio)\//, 'media'],
  [/json|xml/, 'data'],
];

/** What kind of content a response is. */
function contentOf(res: ServerResponse): string {
  const type = String(res.getHeader('content-type') ?? '').toLowerCase();
  return CONTENT.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** A page view by a person: a GET navigation answered 2xx with HTML. Pages in frames of other pages do not count. */
function isPageView(req: IncomingMessage, res: ServerResponse): boolean {
  if ((req.headers['sec-fetch-dest'] ?? 'document') !== 'document') return false;
  const type = String(res.getHeader('content-type') ?? '');
  return isNavigation(req) && res.statusCode >= 200 && res.statusCode < 300 && type.startsWith('text/html');
}

/** Whether a browser requested this as a page; without fetch metadata, the Accept header decides. */
export function isNavigation(req: IncomingMessage): boolean {
  if (req.method !== 'GET') return false;
  const mode = req.headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return (req.headers.accept ?? '').includes('text/html');
}

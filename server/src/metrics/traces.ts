import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { hostname } from 'node:os';
import type { Work, WorkTracer } from '../lib/running-work.ts';

/** For one batch, tried again within it: a stop waits for no longer. */
const EXPORT_MS = 3_000;

/** What is answered to somebody outside; all else is the panel's own. */
const ANSWERS: ReadonlySet<Work['kind']> = new Set(['request', 'call', 'visit']);

/** `00-<trace>-<span>-<flags>` (W3C Trace Context 3.2); its parts are hexadecimal. */
const textOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function contextOf(parent: string | null) {
  const [, traceId, spanId, flags] = parent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true });
}

const attributesOf = ({ kind, siteId, userId, status }: Work): Attributes => ({
  'panel.work': kind,
  ...(siteId !== undefined && { 'panel.workload.id': siteId }),
  ...(userId !== undefined && { 'enduser.id': userId }),
  ...(status !== undefined && { 'http.response.status_code': status }),
});

/**
 * Traces work over OTLP/HTTP. Names and attributes are those of `Work`: nothing that somebody typed is one, and of an error only
 * its class. Spans wait in a queue of a bounded length, and are dropped when a collector is away for long.
 * @param failed hears why spans could not be sent
 */
export function createTraces(
  { url, share }: { url: string; share: number },
  failed: (message: string) => void,
): WorkTracer & { close(): Promise<void> } {
  const quiet = () => undefined;
  diag.setLogger({ error: failed, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'panel',
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_MS }),
      }),
    ],
  });
  const tracer = provider.getTracer('panel');
  return {
    begin(work, parent) {
      // A name server answers thousands of these, and each ends where it began.
      if (work.kind === 'dns') return null;
      const kind = ANSWERS.has(work.kind) ? SpanKind.SERVER : SpanKind.INTERNAL;
      const span = tracer.startSpan(work.name, { kind }, contextOf(parent));
      return {
        parent: textOf(span.spanContext()),
        end(ended, error) {
          span.updateName(ended.name);
          span.setAttributes(attributesOf(ended));
          if (error !== undefined) span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
          if (error !== undefined || (ended.status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close() {
      await provider.shutdown().catch((error: unknown) => failed(String(error)));
      diag.disable();
    },
  };
}

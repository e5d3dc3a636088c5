import { ORPCError, ValidationError } from '@orpc/contract';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import type { ErrorEnvelope } from '@panel/contract';
import { declaredPath } from '@panel/contract';
import { setGlobalConfig } from 'valibot';
import { isDiskFull, isUnreachable } from '../db/query-error.ts';
import type { CallContext } from '../context/call-context.ts';
import { envelopeOf, PanelError } from '../kernel/errors.ts';
import type { Answer } from './idempotency.ts';
import type { PanelRouter } from './router.ts';
import { validationError, type InputIssue } from './validation.ts';

/** A handler's error as a catalogue error; unknown errors are logged and returned without details. */
export function asPanelError(thrown: unknown, log: CallContext['log']): PanelError {
  if (thrown instanceof PanelError) return thrown;
  if (thrown instanceof ORPCError && thrown.code === 'BAD_REQUEST') {
    return thrown.cause instanceof ValidationError
      ? validationError(thrown.cause.issues as readonly InputIssue[])
      : new PanelError('BAD_REQUEST');
  }
  const about =
    thrown instanceof ORPCError && thrown.cause instanceof ValidationError
      ? { reason: thrown.message, issues: validationError(thrown.cause.issues as readonly InputIssue[]).extra.fields }
      : { err: thrown };
  // The database watch logs this once, instead of every call.
  if (isUnreachable(thrown)) {
    log.debug(about, 'The database is unreachable.');
    return new PanelError('NOT_AVAILABLE', {}, { retryAfter: 2 });
  }
  log.error(about, 'A call failed.');
  return isDiskFull(thrown) ? new PanelError('DISK_FULL') : new PanelError('INTERNAL');
}

/** Only names that an input can have; the parser then never sees `__proto__` or similar. */
const QUERY_NAME = /^([A-Za-z][A-Za-z0-9_]*)(?:\[\d*\])?$/;
const NEVER_NAMES = new Set(['constructor', 'prototype']);
/** Names and values of a query: more than the longest filter of a list. */
const QUERY_MAX = 200;

/**
 * The query with repeated keys, without duplicates; `key[]` and `key[0]` count as repetitions too (spec §3, list
 * filter).
 */
function cleanUrl(address: string): URL {
  const url = new URL(address);
  // A NUL is in no name that the panel stores, and PostgreSQL refuses it.
  if (url.pathname.includes('%00')) throw new PanelError('VALIDATION');
  const query = new URLSearchParams();
  if (url.searchParams.size > QUERY_MAX) throw new PanelError('BAD_REQUEST');
  for (const [key, value] of url.searchParams) {
    const name = QUERY_NAME.exec(key)?.[1];
    if (value.includes('\0') || !value.isWellFormed()) throw new PanelError('VALIDATION');
    if (name && !NEVER_NAMES.has(name) && !query.getAll(name).includes(value)) query.append(name, value);
  }
  url.search = query.toString();
  url.pathname = declaredPath(url.pathname);
  return url;
}

// A text that is too long is not matched against a pattern. Each field of a form still reports its first error.
setGlobalConfig({ abortPipeEarly: true });

export type CallHandler = (
  request: Request,
  body: unknown,
  context: CallContext,
) => Promise<Answer & { error?: PanelError }>;

/** Runs a matched call: decodes and validates the input, calls the handler, encodes output or error. */
export function createCallHandler(router: PanelRouter): CallHandler {
  const failures = new WeakMap<CallContext, PanelError>();
  const handler = new StandardOpenAPIHandler<CallContext>(router, {
    customErrorResponseBodyEncoder: (error) => error.data as ErrorEnvelope,
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (thrown) {
          const error = asPanelError(thrown, context.log);
          failures.set(context, error);
          throw new ORPCError(error.code, {
            status: error.httpStatus,
            message: error.message,
            data: envelopeOf(error, context.request.id),
          });
        }
      },
    ],
  });
  return async (request, body, context) => {
    const url = cleanUrl(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // Some clients cannot send a body with DELETE and use the query instead.
    const input = method === 'DELETE' && body === undefined ? url.searchParams : body;
    const standard = { url, method, headers: {}, body: async () => input, signal: request.signal };
    const { matched, response } = await handler.handle(standard, { context });
    if (!matched) throw new PanelError('NOT_FOUND');
    return { status: response.status, body: response.body, error: failures.get(context) };
  };
}

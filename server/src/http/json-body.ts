import { BODY_BYTES } from '@panel/contract';
import { genericIssueTexts } from '@panel/contract/input-issues';
import { scanJson } from '../lib/json-scan.ts';
import { readBytes } from '../context/read-bytes.ts';
import { PanelError } from '../kernel/errors.ts';

/** Deeper than any call's input. */
const DEPTH_MAX = 32;
/** Values and names of a body: one for each so many bytes, and never more than what is parsed within milliseconds. */
const BYTES_OF_ELEMENT = 16;
const ELEMENTS_MAX = 50_000;
/** Of one object: twice the files of a release. An object of many thousands is slow to copy, and each layer copies the body. */
const NAMES_MAX = 1000;
/** PostgreSQL stores neither NUL nor half of a surrogate pair; reject them here for a clear error. */
export function storable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < DEPTH_MAX && Object.entries(value).every(([key, inner]) => storable(key) && storable(inner, depth + 1))
  );
}

/** Only JSON types are read: any page can send `text/plain` and form bodies. */
const isJson = (type: string | null) => /^application\/(?:[a-z0-9.+-]+\+)?json(?:\s*;|$)/i.test(type ?? '');

const PROBLEMS = {
  depth: 'This request has lists or objects too deep in each other.',
  elements: 'This request has too many values. Send fewer at once.',
  names: 'This request has an object with too many fields.',
  open: undefined,
} as const;

/**
 * The JSON body of a request, and its text for comparison. Undefined when empty. What it would become is counted before
 * it is parsed (docs/security.md, "The loop").
 * @throws PanelError TOO_LARGE, or BAD_REQUEST for anything that is not JSON in UTF-8, or too much of it
 */
export async function readJsonBody(request: Request, limit = BODY_BYTES): Promise<{ text: string; value: unknown }> {
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return { text: '', value: undefined };
  if (!isJson(request.headers.get('content-type'))) throw new PanelError('BAD_REQUEST');
  const elements = Math.min(ELEMENTS_MAX, Math.ceil(limit / BYTES_OF_ELEMENT));
  const problem = scanJson(bytes, { depth: DEPTH_MAX, elements, names: NAMES_MAX });
  if (problem !== 'ok') {
    const message = PROBLEMS[problem];
    throw new PanelError('BAD_REQUEST', {}, message === undefined ? {} : { message });
  }
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new PanelError('BAD_REQUEST');
  }
  if (/\\u(?:0000|d[89a-f])/i.test(text) && !storable(value))
    throw new PanelError('VALIDATION', {}, { message: genericIssueTexts.unstorable });
  return { text, value };
}

/** Names of fields that may have a secret, or content that is nobody's business in a log. */
const SECRET =
  /pass|secret|token|credential|signature|private|cookie|authorization|sealed|hash|otp|^code$|^codes$|^key$|_key$|[a-z]Key$|^env|environment|variables?$|^values?$|certificate|card|content|sharinglink|nonce|script|html|^body$|^text$|recovery/i;
export const HIDDEN = '•••';
const TEXT_MAX = 200;
const ITEMS_MAX = 20;
const DEPTH_MAX = 4;
/** An address may have a name and password, and a query that opens something. */
const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#@]*@)?([^?#]*).*$/is;

const shortened = (text: string): string => {
  const plain = text.slice(0, TEXT_MAX * 4).replace(ADDRESS, '$1$2');
  return plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX)}…` : plain;
};

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item) => clean(item, depth + 1));
    return value.length > ITEMS_MAX ? [...items, `… ${value.length - ITEMS_MAX}`] : items;
  }
  if (typeof value !== 'object') return undefined;
  const { constructor } = Object.getPrototypeOf(value) ?? { constructor: Object };
  if (constructor !== Object) return '…';
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.slice(0, ITEMS_MAX * 2).map(([name, field]) => [
      name.slice(0, TEXT_MAX),
      // Whether something was given is no secret.
      SECRET.test(name) && field !== null && typeof field !== 'boolean' ? HIDDEN : clean(field, depth + 1),
    ]),
  );
}

/** What a call was given, without secrets and no longer than a line of the audit log should be; null for nothing. */
export function withoutSecrets(input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const cleaned = clean(input, 0);
  return typeof cleaned === 'object' && cleaned !== null && Object.keys(cleaned).length > 0
    ? (cleaned as Record<string, unknown>)
    : null;
}

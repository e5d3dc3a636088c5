/** Rights are decided in one place: only server/src/db/select-page.ts reads the fields of a scope. */
import type { Finding, SourceFile } from './repository-checks.ts';

const SERVER = 'server/src/';
/** Where rights are decided; the scope of a release policy is another thing of the same name. */
const ELSEWHERE = ['server/src/db/select-page.ts', 'server/src/platform/release/'];

/** `scope.partnerId`, `viewerScope?.customerId`. */
const FIELD = /\b(?:\w*S|s)cope(?:\?|!)?\.(?:partnerId|customerId)\b/g;
/** `{ partnerId }: Scope` of a parameter or a constant, and `const { customerId } = scope`. */
const TAKEN_APART = /\{[^{}]*\b(?:partnerId|customerId)\b[^{}]*\}\s*(?::\s*Scope\b|=\s*(?:\w*S|s)cope(?:Of\(|\b))/g;

const MESSAGE =
  'reads a scope’s partner or customer: rights are decided in one place, so that a new kind of owner is right everywhere at once. Conditions: `within(table, scope)`, with the bin `ownedBy`, what the partner shares `ofPartner`; in SQL text with `alias(table, …)`. Other questions: `hasCustomers`, `counterOf` (all in server/src/db/select-page.ts).';

/** One finding for each place that reads a field of a scope by itself. */
export function checkScopes({ file, text }: SourceFile): Finding[] {
  if (!file.startsWith(SERVER) || !file.endsWith('.ts') || ELSEWHERE.some((own) => file.startsWith(own))) return [];
  return [...text.matchAll(FIELD), ...text.matchAll(TAKEN_APART)].map(({ index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    rule: 'scope',
    message: MESSAGE,
  }));
}

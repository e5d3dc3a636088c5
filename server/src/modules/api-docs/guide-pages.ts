import { DEPLOY_HOOK_PATH, SCOPE_AREA_NAMES, WEBHOOK_PATH } from '@panel/contract';
import { callList, DOCS_PATH, docsPage, errorCell, type DocsBrand } from './docs-html.ts';
import type { ApiCall } from './api-calls.ts';

const code = (text: string): string => `<code>${text}</code>`;

/** /docs/api/guide: what holds for every call, and what others call here. */
export const guidePage = (address: string, { help, ...brand }: DocsBrand): string =>
  docsPage(
    'How to call',
    `<h1>How to call</h1>
<p>Create a token at <a href="/my-account/api-tokens">API tokens</a>. It is shown once. The examples read it, and the address, from the environment:</p>
<pre tabindex="0"><code>export PANEL_URL='${address}'
export PANEL_TOKEN='pnl_…'</code></pre>
<p>Parts of a path are variables of the same kind: ${code('{siteId}')} is ${code('$SITE_ID')}. The examples need nothing but ${code('curl')}, Node.js 22.18 or newer, or Python 3.</p>
<h2>Scopes</h2>
<p>Each call names the scope that it needs: an area and ${code('read')} or ${code('write')}, and writing includes reading. The areas are ${SCOPE_AREA_NAMES.map(code).join(', ')}. A token reaches what its owner can reach, and nothing else.</p>
<h2>Writes</h2>
<ul><li>Bodies are JSON with ${code('Content-Type: application/json')}; a body with a file is a form.</li>
<li>Send an ${code('Idempotency-Key')} with each POST: a repeated request with the same key and body gets the first answer and runs once.</li>
<li>Where a call takes ${code('expected')}, ${code('version')} or ${code('serial')}, send what you have read. If it was changed since, the answer is ${errorCell('CONFLICT', help)}.</li>
<li>Long work answers with a ${code('task_id')}. Read ${code('GET /task/{taskId}')} until its status is ${code('succeeded')}, ${code('failed')} or ${code('cancelled')}.</li></ul>
<h2>Errors</h2>
<p>Every error is JSON with ${code('status: false')}, ${code('code')}, ${code('title')}, ${code('message')} and ${code('requestId')}. The code never changes its meaning. With ${errorCell('VALIDATION', help)}, ${code('fields')} says what is wrong with each field.</p>
<h2>Limits</h2>
<p>An account has four requests at a time, and two of the expensive ones; further ones wait for up to ten seconds. Then the answer is ${errorCell('RATE_LIMITED', help)} with ${code('Retry-After')} in seconds.</p>
<p>Calls that limit attempts say how many are left, by the draft <em>RateLimit header fields for HTTP</em> of the IETF:</p>
<pre tabindex="0"><code>RateLimit-Policy: "default";q=10;w=900
RateLimit: "default";r=9;t=900</code></pre>
<p>Ten attempts in 900 seconds, of which nine are left; the window ends in 900 seconds.</p>
<h2 id="webhooks">Webhooks</h2>
<p>Two addresses let others tell the panel of a push, so that an application is deployed. They take no API token. Both are shown at the application’s page, and the call ${code('app.push')} returns how they are set.</p>
<div class="wide" tabindex="0" role="region" aria-label="Webhooks"><table><thead><tr><th scope="col">Address</th><th scope="col">Who calls it</th><th scope="col">How it proves itself</th></tr></thead><tbody>
<tr><td>${code(`POST ${WEBHOOK_PATH}{appId}`)}</td><td>A server for Git after a push: GitHub, GitLab, Gitea, Forgejo, Bitbucket. The body is the push as it sends it, at most 1 MB.</td><td>A signature of the body (HMAC-SHA-256 in ${code('X-Hub-Signature-256')}, ${code('X-Hub-Signature')}, ${code('X-Gitea-Signature')} or ${code('X-Forgejo-Signature')}), or the secret in ${code('X-GitLab-Token')}</td></tr>
<tr><td>${code(`POST ${DEPLOY_HOOK_PATH}{secret}`)}</td><td>Any program, without a body. With an ${code('Idempotency-Key')} it deploys once.</td><td>The secret in the address</td></tr></tbody></table></div>
<p>The answer is ${code('{"status", "result", "build_id"}')}. ${code('result')} is ${code('build')} when a build began; otherwise it says why none did, such as ${code('branch')} for a push to another branch. At most 120 pushes of an application are taken in ten minutes.</p>`,
    { help, ...brand },
  );

/** /docs/api/versions: what stays, how a call ends, and which ones do. */
export function versionsPage(calls: readonly ApiCall[], brand: DocsBrand): string {
  const ending = calls.filter(({ deprecated }) => deprecated);
  return docsPage(
    'Versions and deprecation',
    `<h1>Versions and deprecation</h1>
<p>The version of the API is in ${code('info.version')} of <a href="/openapi.json">openapi.json</a>. It stays while your programs keep working.</p>
<h2>What can change without notice</h2>
<p>Calls, optional parameters, fields of answers, error codes and values of a choice are added. Ignore fields and values that you do not know. Messages for people change; codes do not.</p>
<h2>What cannot</h2>
<p>While the version stays, no call, field or code is removed or renamed, no type becomes another, and nothing that was optional becomes required. The form of every call is recorded and compared before each release.</p>
<h2>How a call ends</h2>
<ol><li>It is marked as deprecated here and in openapi.json, with the call that replaces it.</li>
<li>From then on its answers have ${code('Deprecation')} (RFC 9745), ${code('Sunset')} (RFC 8594) and a ${code('Link')} to this page. Let your programs log these.</li>
<li>It works for at least twelve months after that, until the time in ${code('Sunset')}.</li></ol>
<p>A call that endangers accounts or data can end sooner.</p>
<h2>Deprecated calls</h2>
${ending.length === 0 ? '<p>None at the moment.</p>' : callList(ending)}
<p><a href="${DOCS_PATH}">All calls</a></p>`,
    brand,
  );
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract, errorCatalogue } from '@panel/contract';
import { genericIssueTexts } from '@panel/contract/input-issues';
import { ownTextProblems } from '@panel/contract/own-texts';
import { rateLimit } from '../../src/db/schema.ts';
import { createFairShare, type FairShare } from '../../src/http/fair-share.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { openCodeHost, type CodeHost } from '../site-source/code-host.ts';
import type { Persona } from './access-rows.ts';
import { allCalls, type Call } from './calls.ts';
import { makeWorld, type World } from './fixture.ts';
import { refusedBefore, textsOf, wrongInputs, type IsDone, type SchemaNode } from './wrong-input.ts';

/* No text of a validator, library or database reaches a person: every message of an answer is in the catalogue. */

let panel: Panel;
let world: World;
let codeHost: CodeHost;
/** What accounts have used: from zero, as in an app that has just started. */
let share = createFairShare();
const renewed: FairShare = {
  enter: (...given) => share.enter(...given),
  refused: (...given) => share.refused(...given),
};
before(async () => {
  codeHost = await openCodeHost();
  panel = await startPanel({ tasks: true, env: { GITHUB_API_URL: codeHost.url }, parts: { share: renewed } });
  world = await makeWorld(panel);
});
after(async () => {
  await panel.close();
  await codeHost.close();
});

/** A text with `{values}` as what an answer may have in their place. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[\\s\\S]{0,400}')}$`);

const schemaTexts = new Set(
  Object.values(contract).flatMap((group) =>
    Object.values(group).flatMap(({ '~orpc': { inputSchema } }) => textsOf(inputSchema as SchemaNode | undefined)),
  ),
);
/** Refusals of own texts name the text. */
const OWN_TEXTS = Object.values(ownTextProblems).map((problem) => `“{text}”: ${problem}`);
/** What services say about a field, beyond the schemas. */
const SERVICE_TEXTS = [
  'The command "{command}" contains {sign}, which needs a shell. Put it into a script of package.json, and use npm run with the name of the script.',
  'Enter five fields: minute, hour, day of the month, month, day of the week, such as 0 3 * * *.',
  'The name must end in .{domain}.',
  'Enter a price by month or by year.',
  'Choose a PNG, SVG or WebP file.',
  'No customer was found. Reload the list and choose again.',
  'Nothing was found to change. Reload the list and choose again.',
  'Choose by ids or by a filter.',
  'Choose a customer.',
  'Enter a tag.',
  'Names that end in “.{ending}” are reserved. Enter another one.',
  'Others register their domains below this one. Enter a domain of your own.',
  '{suffix} is not a name that one can own: names are registered below it. Enter one of yours, such as yourname.{suffix}.',
  '{suffix} belongs to a provider whose customers get names below it. Enter a domain of your own, such as yourname.com.',
  'You are on this panel now. Change its host from the panel of another partner.',
  '"{name}" is not a valid file name for a release: use letters, digits, dots, dashes and underscores, no folder and no "..", at most 200 characters.',
];
const ownPatterns = [
  ...SERVICE_TEXTS,
  ...OWN_TEXTS,
  ...Object.values(genericIssueTexts),
  ...Object.values(errorCatalogue)
    .map(({ message }) => message)
    .filter((message) => message !== '{reason}'),
].map(patternOf);

/** What the texts of validators, runtimes, databases and libraries look like; for reasons, which have no list. */
const FOREIGN =
  /Expected|[Rr]eceived|Invalid (?:type|length|value|key|input)|\bundefined\b|\[object|\bNaN\b|Unexpected (?:token|end|character)|JSON at position|\bE[A-Z]{4,}\b|syntax error|violates|relation "|column "|duplicate key|Failed query|\bat \S+ \(|node:|TypeError|RangeError|SyntaxError|Cannot read|is not a function/;

const isKnown = (text: string): boolean => schemaTexts.has(text) || ownPatterns.some((pattern) => pattern.test(text));

const personaOf = ({ meta: { audience } }: Call): Persona =>
  audience === 'superadmin' ? 'superadmin' : audience === 'staff' ? 'admin' : 'owner';

/** Sends an input; text of its fields that are in the path goes there. */
function send(browser: Browser, call: Call, input: Record<string, unknown>) {
  const rest = { ...input };
  const path = call.wire.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = ['string', 'number', 'boolean'].includes(typeof rest[name]) ? String(rest[name]) : '';
    delete rest[name];
    return encodeURIComponent(text.toWellFormed().replace(/^\.{0,2}$/, 'x'));
  });
  if (call.method !== 'GET')
    return browser.send(call.method, path, {
      headers: { 'content-type': 'application/json', 'x-xsrf-token': browser.jar.get('XSRF-TOKEN') ?? '' },
      body: JSON.stringify(rest),
    });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    for (const each of Array.isArray(value) ? value : [value])
      if (['string', 'number', 'boolean'].includes(typeof each)) query.append(name, String(each).toWellFormed());
  return browser.get(query.size > 0 ? `${path}?${query}` : path);
}

/** Of queries, which are read from text, and of bodies. */
const isDone: Record<'query' | 'body', IsDone> = { query: refusedBefore(), body: refusedBefore() };

for (const call of allCalls.filter(({ input }) => input))
  test(`${call.name}: wrong values are answered in words of the catalogue`, async () => {
    const signedIn = (): Promise<Browser> => {
      share = createFairShare();
      return world.browserOf(personaOf(call));
    };
    const isPaced = call.meta.upload || call.meta.heavy;
    let browser = await signedIn();
    const foreign = new Map<string, string>();
    for (const { field, value, input } of wrongInputs(
      call.input as unknown as SchemaNode,
      isDone[call.method === 'GET' ? 'query' : 'body'],
    )) {
      if (call.meta.limit) await panel.ctx.db.delete(rateLimit);
      if (call.name === 'session.logout') browser = await signedIn();
      if (isPaced) share = createFairShare();
      const { status, body } = await send(browser, call, input as Record<string, unknown>);
      assert.ok(status < 500, `${field} = ${JSON.stringify(value)}: ${status} ${JSON.stringify(body)}`);
      if (status < 400) continue;
      const texts = [body['message'], body['title'], ...Object.values((body['fields'] ?? {}) as object)];
      const isReason = errorCatalogue[body['code'] as keyof typeof errorCatalogue]?.message === '{reason}';
      for (const text of texts.map(String)) {
        if (text === body['title'] ? FOREIGN.test(text) : FOREIGN.test(text) || (!isKnown(text) && !isReason))
          foreign.set(text, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`);
      }
    }
    assert.deepEqual(Object.fromEntries(foreign), {});
  });

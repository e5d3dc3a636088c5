/** How modules use hosting (ADR 0095): a port and not a type decides, and paths of this machine stay in tasks. */
import type { Finding, SourceFile } from './repository-checks.ts';

const SERVER = 'server/src/';
/** Hosting itself, and what tests use in its place. */
const ELSEWHERE = ['server/src/hosting/', 'server/src/testing/'];
/** What calls of the API run; everything else of a module is steps of tasks. */
const OF_CALLS = /\.(?:service|routes|page|repo)\.ts$/;

/** `site.type === 'wordpress'`, `live.kind !== 'wordpress'`; the kind of an archive is another thing. */
const TYPE_ASKED = /\b(?!input\b)\w+\.(?:type|kind)\s*[!=]==\s*'wordpress'/g;
/** Methods that are given files of this machine. */
const WITH_FILES =
  /\bhosting\s*\.(?:snapshot|restore|damagedFiles|rehearse|makeBlueprint|applyBlueprint|importBeside|deploy|create|steps)\(/g;

const TYPE_MESSAGE =
  'asks whether a site is a WordPress: what can be done with a workload depends on the ports of its kind, so that a new kind is right everywhere at once. `hasPort(app, site, port)`, or `needPort` for 404 (server/src/modules/site/site-ports.ts).';
const FILES_MESSAGE =
  'gives hosting a file of this machine outside of a task: with several nodes a call is not where the disk is. Let a step of a task do it, which runs on the node of its workload.';

/** One finding for each place that decides by the type of a site, or gives hosting a file in a call. */
export function checkPorts({ file, text }: SourceFile): Finding[] {
  if (!file.startsWith(SERVER) || !file.endsWith('.ts') || ELSEWHERE.some((own) => file.startsWith(own))) return [];
  const found = (matches: Iterable<RegExpExecArray>, message: string): Finding[] =>
    [...matches].map(({ index }) => ({ file, line: text.slice(0, index).split('\n').length, rule: 'port', message }));
  return [
    ...found(text.matchAll(TYPE_ASKED), TYPE_MESSAGE),
    ...(OF_CALLS.test(file) ? found(text.matchAll(WITH_FILES), FILES_MESSAGE) : []),
  ];
}

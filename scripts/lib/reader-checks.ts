import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';

/** Libraries that read formats which customers send, and our own readers of them. */
const READERS: readonly string[] = [
  ...['sanitize-html', 'htmlparser2', 'marked', 'saxes', 'yauzl', 'pngjs', 'pixelmatch', '@peculiar/x509', 'tar'],
  // It lays out names and addresses that customers type, and reads the logo.
  'pdfkit',
  'server/src/dns/zone-file/parse-zone-file.ts',
  'server/src/uploads/readers/extension-header.ts',
  'server/src/uploads/readers/image-check.ts',
  'server/src/uploads/readers/picture-check.ts',
  'server/src/tls/own-certificate.ts',
];

/** What the event loop may still use of them, and why; an entry that is no longer needed is a finding. */
const ON_THE_LOOP: Readonly<Record<string, string>> = {
  'server/src/hosting/agent/child/tar-blocks.ts > tar': 'writes headers of names that were checked',
  'server/src/hosting/agent/child/operations/unpack.ts > tar':
    'looks at the first 192 KB of an archive (archive-beginning.ts); the agent unpacks it',
  'server/src/lib/unpack.ts > tar': 'unpacks WordPress and our own backups, which nobody uploads',
  'server/src/tls/local-certificates.ts > @peculiar/x509': 'makes certificates of its own',
  'server/src/tls/machine-certificates.ts > @peculiar/x509': 'makes certificates of its own; a thread reads requests',
};

/** Where the event loop begins. */
const MAIN = 'server/src/main.ts';

/** The imports that are there at run time; types are erased. Those with `import()` count, except in the thread itself. */
const IMPORT = /^(?:import|export) (?!type\b)[^;'"]*?(?:from )?'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm;
const THREAD = 'server/src/uploads/upload-worker.ts';

const MESSAGE =
  'reads what customers send, in the event loop, where one bad file holds everybody. Make it a job: an entry in UPLOAD_JOBS (server/src/uploads/upload-jobs.ts), a line in upload-worker.ts that imports it, and `app.uploads.run(…)` here';

/** Readers of foreign formats that can be reached from the event loop; only the threads of the pool import them. */
export function checkReaders(files: readonly SourceFile[]): Finding[] {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  if (!texts.has(MAIN)) return [];
  const findings: Finding[] = [];
  const unused = new Set(Object.keys(ON_THE_LOOP));
  const seen = new Set([MAIN, THREAD]);
  const left = [MAIN];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    const text = texts.get(file) ?? '';
    for (const match of text.matchAll(IMPORT)) {
      const specifier = match[1] ?? match[2] ?? '';
      const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
      if (READERS.includes(target)) {
        const use = `${file} > ${target}`;
        const line = text.slice(0, match.index).split('\n').length;
        if (use in ON_THE_LOOP) unused.delete(use);
        else
          findings.push({ file, line, rule: 'readers-in-threads', message: `imports ${specifier}, which ${MESSAGE}` });
      } else if (texts.has(target) && !seen.has(target)) {
        seen.add(target);
        left.push(target);
      }
    }
  }
  for (const use of unused)
    findings.push({
      file: 'scripts/lib/reader-checks.ts',
      line: 1,
      rule: 'readers-in-threads',
      message: `${use} is no longer imported by the event loop; remove the exception`,
    });
  return findings;
}

/** Code that reads what somebody else has written. */
const READS = /\b(?:parseJson|scanJson|scanned|createGithubHttp)\(|\.json\(\)/;
const ARRAY = /\bv\.array\(/;
/** Lists in a text that the panel wrote itself; an entry that is no longer needed is a finding. */
const LISTS_OF_OURS: Readonly<Record<string, string>> = {
  'server/src/hosting/database/dump/dump-format.ts': 'the list of parts of a dump, whose writer refuses more',
  'server/src/installation/manifest.ts': 'a backup of the installation, within its own bounds',
  'server/src/modules/status-page/kept-status.ts': 'a file that the panel wrote',
  'server/src/start/open-payments.ts': 'keys of test accounts that the processor wrote',
};

/** `v.array` where others are read: valibot checks all of its elements before its length, so `list()` takes its place. */
export function checkLists(files: readonly SourceFile[]): Finding[] {
  const unused = new Set(Object.keys(LISTS_OF_OURS));
  const findings: Finding[] = [];
  for (const { file, text } of files) {
    if (!file.startsWith('server/src/') || /\/(?:testing|seed|child)\//.test(file) || !READS.test(text)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      if (!ARRAY.test(line)) continue;
      if (unused.delete(file) || file in LISTS_OF_OURS) continue;
      const message =
        'looks at every element before the length, in a file that reads what others wrote. Use list(item, { max }) of @panel/contract';
      findings.push({ file, line: index + 1, rule: 'lists-by-length', message });
    }
  }
  if (files.some(({ file }) => file === MAIN))
    for (const file of unused) {
      const message = `${file} has no v.array any more; remove the exception`;
      findings.push({ file: 'scripts/lib/reader-checks.ts', line: 1, rule: 'lists-by-length', message });
    }
  return findings;
}

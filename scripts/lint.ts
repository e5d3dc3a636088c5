import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { oxlintConfig } from './lib/boundaries.ts';
import { checkDatabases } from './lib/database-checks.ts';
import { checkDirections } from './lib/direction-checks.ts';
import { checkModuleCircles } from './lib/module-circles.ts';
import { checkLists, checkReaders } from './lib/reader-checks.ts';
import { checkRooms } from './lib/rooms.ts';
import { checkPorts } from './lib/port-checks.ts';
import { checkScopes } from './lib/scope-checks.ts';
import {
  checkAddresses,
  checkForms,
  checkImports,
  checkLayout,
  checkLength,
  checkLines,
  checkPackageJson,
  checkPasswords,
  checkResources,
  checkRunner,
  type Finding,
  type SourceFile,
} from './lib/repository-checks.ts';
import { checkExpressions, createJudge } from './lib/expression-checks.ts';
import { checkStyles } from './lib/style-checks.ts';
import { checkWords } from './lib/word-checks.ts';
import { checkUnusedDependencies, type Installed } from './lib/unused-dependencies.ts';

/** `--root` lets a test look at another folder; `--write` brings .oxlintrc.json and the judged expressions up to date. */
const given = process.argv.indexOf('--root');
const ROOT = given > 0 ? path.resolve(process.argv[given + 1] ?? '') : path.join(import.meta.dirname, '..');
const OXLINT = path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxlint');
const OXFMT = path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxfmt');
const CONFIG = '.oxlintrc.json';
const FORMAT_CONFIG = '.oxfmtrc.json';

if (process.argv.includes('--write')) writeFileSync(path.join(ROOT, CONFIG), oxlintConfig());

/** Tracked and untracked files that git does not ignore. */
function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))].filter((file) => file && existsSync(path.join(ROOT, file))).sort();
}

const readable = /\.(?:ts|tsx|mts|mjs|js|json|yaml|yml|md|css|html|php|sh|svg)$|^\.ci\/|(?:^|\/)\.[a-z]+rc$/;
const read = (file: string): SourceFile => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') });

/** Paths of the calls and of the pages, if the folder has them. */
function knownAddresses(files: readonly SourceFile[]): { paths: string[]; pages: string[] } {
  const routes = files.find(({ file }) => file === 'shared/contract/src/routes.generated.json');
  const paths = [...(routes?.text ?? '').matchAll(/"path":\s*"([^"]+)"/g)].map(([, one]) => one ?? '');
  const pages = files
    .filter(({ file }) => file.endsWith('/src/manifest.ts'))
    .flatMap(({ text }) => [...text.matchAll(/path:\s*'([^']+)'/g)].map(([, one]) => one ?? ''));
  return { paths, pages };
}

/** Commands and peers of an installed package; empty if it is not installed. */
function installed(folder: string, name: string): Installed {
  const file = path.join(ROOT, folder, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return { commands: [], peers: [] };
  const { bin = {}, peerDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    bin?: string | Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  const commands = typeof bin === 'string' ? [path.posix.basename(name)] : Object.keys(bin);
  return { commands, peers: Object.keys(peerDependencies) };
}

function checkConfig(): Finding[] {
  const file = path.join(ROOT, CONFIG);
  if (existsSync(file) && readFileSync(file, 'utf8') === oxlintConfig()) return [];
  return [
    {
      file: CONFIG,
      line: 1,
      rule: 'oxlint-config',
      message: 'does not match scripts/lib/boundaries.ts; run: npm run lint -- --write',
    },
  ];
}

const names = repositoryFiles();
const files = names.filter((file) => readable.test(file) && file !== 'pnpm-lock.yaml').map(read);
const { paths, pages } = knownAddresses(files);
const findings: Finding[] = [
  ...checkConfig(),
  ...checkLayout(names),
  ...checkUnusedDependencies(files, installed),
  ...checkDatabases(files),
  ...checkReaders(files),
  ...checkLists(files),
  ...checkModuleCircles(files),
  ...checkStyles(files),
  ...checkWords(files),
  ...files.flatMap((file) => [
    ...checkLines(file),
    ...checkLength(file),
    ...checkDirections(file),
    ...checkImports(file),
    ...checkRooms(file),
    ...checkScopes(file),
    ...checkPorts(file),
    ...checkRunner(file),
    ...checkForms(file),
    ...checkPasswords(file),
    ...checkResources(file),
    ...checkAddresses(file, paths, pages),
    ...(file.file.endsWith('package.json') ? checkPackageJson(file) : []),
  ]),
];

type Diagnostic = {
  message: string;
  code?: string;
  help?: string;
  filename: string;
  labels: { span: { line: number } }[];
};

/** The linter's findings in our form; `help` holds its advice. */
function runOxlint(): Finding[] {
  const { error, stdout, stderr, status } = spawnSync(OXLINT, ['-c', CONFIG, '--format=json', '.'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (!stdout.trim().startsWith('{'))
    throw new Error(`oxlint did not run (code ${status}): ${(stdout + stderr).trim()}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ message, code = 'oxlint', help, filename, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 1,
    rule: code,
    message: [message, help].filter(Boolean).join(' ').replaceAll('\n', ' '),
  }));
}

/** Files that are not formatted; skips a folder without the formatter's configuration. */
function runFormatter(): Finding[] {
  if (!existsSync(path.join(ROOT, FORMAT_CONFIG))) return [];
  const { error, stdout, stderr, status } = spawnSync(OXFMT, ['--list-different', '.'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (error) throw error;
  const listed = stdout.split('\n').filter(Boolean);
  if (status !== 0 && listed.length === 0) throw new Error(`oxfmt did not run (code ${status}): ${stderr.trim()}`);
  return listed.map((file) => ({ file, line: 1, rule: 'format', message: 'is not formatted; run: npm run format' }));
}

const expressions = createJudge(ROOT);
findings.push(...runOxlint(), ...runFormatter(), ...(await checkExpressions(files, expressions.judge)));
expressions.save(process.argv.includes('--write'));
for (const { file, line, rule, message } of findings) console.error(`${file}:${line} ${rule} — ${message}`);
console.log(findings.length > 0 ? `Lint: ${findings.length} problems.` : `Lint: ${files.length} files, no problems.`);
process.exitCode = findings.length > 0 ? 1 : 0;

import path from 'node:path';
import { isBanned, matchesGlob, MOST_LINES, zoneOf } from './boundaries.ts';

/** One finding on one line: where, which rule, what is wrong, and what to do instead. */
export type Finding = { file: string; line: number; rule: string; message: string };

/** A file of the repository: path relative to the root with forward slashes, and its text. */
export type SourceFile = { file: string; text: string };

const CODE = /\.(?:ts|tsx|mjs|mts|js)$/;
const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file);
const isFrontEnd = (file: string): boolean => /^(?:shell|mf-[^/]+|shared\/ui)\/src\//.test(file);

/** Split, so that this file does not match itself. */
const word = (...parts: string[]): string => parts.join('');

type LineRule = { rule: string; pattern: RegExp; message: string; files: (file: string) => boolean };

const LINE_RULES: readonly LineRule[] = [
  {
    rule: 'no-shell',
    files: (file) => CODE.test(file),
    pattern: new RegExp(word('\\bshell', ':\\s*true')),
    message: 'customer input must never reach a shell; pass a list of arguments to spawn or execFile',
  },
  {
    rule: 'no-machine-path',
    files: (file) => !file.startsWith('pnpm-lock'),
    pattern: new RegExp(word('(?<![\\w.])/(?:', 'root|home/\\w+|Users/\\w+|work', ')/(?!\\*)')),
    message:
      'this path exists on one machine only; make it relative to import.meta.dirname, or take it from the configuration',
  },
  {
    rule: 'type-scale',
    files: (file) => isFrontEnd(file) && /(?<!\/font)\.css$/.test(file),
    pattern: /font-size:\s*[\d.]+px|font-weight:\s*\d|font:\s*\d/,
    message:
      'sets a size or weight of type of its own; take one of --p-2xs to --p-xxl and --p-regular, --p-medium or --p-strong (shared/ui/src/chrome/tokens.css)',
  },
];

/** The code of a line without its `//` comment; precise enough for these rules. */
const lines = (text: string): string[] => text.split('\n');

export function checkLines({ file, text }: SourceFile): Finding[] {
  const rules = LINE_RULES.filter(({ files }) => files(file));
  return lines(text).flatMap((content, index) =>
    rules
      .filter(({ pattern }) => pattern.test(content))
      .map(({ rule, message }) => ({ file, line: index + 1, rule, message })),
  );
}

/** oxlint counts the lines of code; style sheets are counted here. */
export function checkLength({ file, text }: SourceFile): Finding[] {
  const count = lines(text.trimEnd()).length;
  if (!file.endsWith('.css') || count <= MOST_LINES) return [];
  const message = `has ${count} lines, at most ${MOST_LINES} are allowed; split it by what it styles`;
  return [{ file, line: MOST_LINES + 1, rule: 'max-lines', message }];
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\(\s*)(['"])([^'"\n]+)\2/g;

/** The package that a relative import ends in, when it differs from the importing one. */
function foreignPackage(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const rootOf = (name: string): string =>
    name.startsWith('shared/') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? '');
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const [from, to] = [rootOf(file), rootOf(target)];
  // Tools are open to all packages, and benches drive the build as a tool.
  const isTool =
    from === 'scripts' || to === 'scripts' || (file.startsWith('e2e/bench/') && to === 'shared/federation');
  return from === to || isTool ? undefined : to;
}

/** Boundaries that the linter's own rule can't check: lazy imports, and relative paths into another package. */
export function checkImports({ file, text }: SourceFile): Finding[] {
  const zone = zoneOf(file);
  if (!CODE.test(file) || !zone) return [];
  const found: Finding[] = [];
  for (const match of text.matchAll(IMPORT)) {
    const specifier = match[3] ?? '';
    const isLazy = match[1]?.includes('(') ?? false;
    const line = text.slice(0, match.index).split('\n').length;
    const ban = isLazy ? zone.bans.find((candidate) => isBanned(specifier, candidate)) : undefined;
    if (ban) found.push({ file, line, rule: ban.id, message: `imports ${specifier}; ${ban.message}` });
    if (file.startsWith('server/src/modules/') && /\.\.\/platform\//.test(specifier))
      found.push({
        file,
        line,
        rule: 'modules-without-platform',
        message: `imports ${specifier}; modules hold the product's resources and know nothing of releases and pages. Take what you need as an argument, from http/router.ts or panel.ts`,
      });
    const foreign = foreignPackage(file, specifier);
    if (foreign)
      found.push({
        file,
        line,
        rule: 'no-relative-across-packages',
        message: `reaches into ${foreign} by a relative path; import it by its package name (its package.json says what it exports)`,
      });
  }
  return found;
}

/** Addresses of calls belong to the contract. `paths` are the contract's, `pages` the manifests' patterns. */
export function checkAddresses(
  { file, text }: SourceFile,
  paths: readonly string[],
  pages: readonly string[],
): Finding[] {
  if (!isFrontEnd(file) || isTest(file) || file.startsWith('shared/ui/src/testing/') || file.endsWith('/manifest.ts'))
    return [];
  const heads = new Set(
    paths
      .map((one) => one.split('/').slice(0, 3))
      .filter(([, , second]) => second && !second.startsWith('{'))
      .map((parts) => parts.join('/')),
  );
  const isPage = (head: string): boolean => pages.some((page) => page === head || page.startsWith(`${head}/`));
  return lines(text).flatMap((content, index) =>
    [...content.matchAll(/['"`](\/[a-zA-Z][\w-]*\/[\w-]+)/g)]
      .map(([, head]) => head ?? '')
      .filter((head) => heads.has(head) && !isPage(head))
      .map((head) => ({
        file,
        line: index + 1,
        rule: 'no-handwritten-address',
        message: `${head} is the address of a call; use \`api\` from @panel/core, which takes it from the contract`,
      })),
  );
}

/** What only a resource declares. */
const RESOURCE_RULES: readonly LineRule[] = [
  {
    rule: 'query-key',
    files: isFrontEnd,
    pattern: /queryKey:\s*\[/,
    message:
      'writes a query key by hand; take options and key from `calls` of @panel/core or from a definition of @panel/resources',
  },
  {
    rule: 'query-in-resources',
    files: isFrontEnd,
    pattern: /\b(?:useMutation|mutationOptions|mutationFn|queryOptions|infiniteOptions|infiniteQueryOptions|queryFn)\b/,
    message:
      'declares a query or a mutation; do it in shared/resources/src/<name>, where every remote finds it, and use it here',
  },
  {
    rule: 'label-in-resources',
    files: (file) => !file.startsWith('shared/ui/'),
    pattern:
      /\bRecord<[^;=]*\[['"](?:status|type|kind|plan_type|section|by)['"]\]|\bRecord<\w*(?:Status|Type|Kind|Plan),/,
    message: 'words a status, a type or a plan; do it in *.labels.ts of shared/resources/src/<name>',
  },
];

/** The shell's own machinery asks the platform: which releases there are, which override is set. */
const ASKS_PLATFORM = /^shell\/src\/(?:boot|override|release-recovery)\//;

/** What is read, changed and worded of a resource is declared once, in shared/resources. */
export function checkResources({ file, text }: SourceFile): Finding[] {
  if (!isFrontEnd(file) || isTest(file) || file.startsWith('shared/ui/src/testing/')) return [];
  const core = /(?:im|ex)port \{([^}]*)\} from '@panel\/core'/.exec(text);
  const called = /\b(?:api|calls|queryOf)\b/.exec(core?.[1] ?? '')?.[0];
  return [
    ...(called && !ASKS_PLATFORM.test(file)
      ? [
          {
            file,
            line: lineOf(text, "from '@panel/core'"),
            rule: 'query-in-resources',
            message: `calls the server through \`${called}\` of @panel/core; declare the query or mutation in shared/resources/src/<name>, where every remote finds it`,
          },
        ]
      : []),
    ...lines(text).flatMap((content, index) =>
      RESOURCE_RULES.filter(({ files, pattern }) => files(file) && pattern.test(content)).map(({ rule, message }) => ({
        file,
        line: index + 1,
        rule,
        message,
      })),
    ),
  ];
}

type PackageJson = {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  publishConfig?: unknown;
};

const lineOf = (text: string, part: string): number =>
  Math.max(1, lines(text).findIndex((content) => content.includes(part)) + 1);

/** Dependencies point the same way as imports, and every version comes from the catalog. */
export function checkPackageJson({ file, text }: SourceFile): Finding[] {
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
    publishConfig,
  } = JSON.parse(text) as PackageJson;
  // Dependencies in a template are installed outside, without a catalog.
  if (/\/templates?\//.test(file)) return [];
  const found: Finding[] = [];
  for (const [name, range] of Object.entries({ ...devDependencies, ...peerDependencies, ...dependencies })) {
    const line = lineOf(text, `"${name}":`);
    // A published package accepts a range of versions.
    const expected = !name.startsWith('@panel/') ? 'catalog:' : publishConfig ? 'workspace:^' : 'workspace:*';
    if (range !== expected)
      found.push({
        file,
        line,
        rule: 'catalog',
        message: `${name} is "${range}", write "${expected}"${expected === 'catalog:' ? ' and its exact version into the catalog of pnpm-workspace.yaml' : ''}`,
      });
  }
  const zone = zoneOf(file);
  for (const name of Object.keys(dependencies)) {
    // SQL is banned from single server files, not from its package; tests may use the router.
    const ban = zone?.bans.find(
      (candidate) => isBanned(name, candidate) && !(zone.id.startsWith('server') && candidate.id === 'drizzle-in-repo'),
    );
    if (ban)
      found.push({
        file,
        line: lineOf(text, `"${name}":`),
        rule: ban.id,
        message: `depends on ${name}; ${ban.message}`,
      });
  }
  return found;
}

/** Every remote has a manifest, and every page and server test is where a runner finds it. */
export function checkLayout(files: readonly string[]): Finding[] {
  const all = new Set(files);
  const remotes = new Set(files.flatMap((file) => /^(mf-[^/]+)\//.exec(file)?.[1] ?? []));
  const found: Finding[] = [];
  for (const remote of remotes) {
    for (const needed of ['package.json', 'src/manifest.ts', 'src/pages.ts']) {
      if (!all.has(`${remote}/${needed}`))
        found.push({
          file: `${remote}/${needed}`,
          line: 1,
          rule: 'remote-layout',
          message: 'is missing; a remote declares itself in src/manifest.ts and maps its pages in src/pages.ts',
        });
    }
  }
  const places = [
    '{shared/*,shell,mf-*}/src/**',
    'server/test/**',
    'shared/*/test/**',
    'scripts/test/**',
    'scripts/outside/**',
    'shared/federation/template/**',
    'e2e/**',
  ];
  const globs = places.flatMap((place) =>
    place.startsWith('{') ? ['shared/*/src/**', 'shell/src/**', 'mf-*/src/**'] : [place],
  );
  for (const file of files.filter((one) => isTest(one))) {
    if (!globs.some((glob) => matchesGlob(file, glob)))
      found.push({
        file,
        line: 1,
        rule: 'test-place',
        message: `no runner looks here; tests belong in ${places.join(', ')}`,
      });
  }
  return found;
}

/** Ways in which a form reports unsaved input: useForm, useDirty, a draft. */
const HOLDS_INPUT = /\b(?:useForm|useDirty|use[A-Z]\w*Draft)\b/;

/** Where a password is set, it can be generated and copied. */
export function checkPasswords({ file, text }: SourceFile): Finding[] {
  const isField = file.startsWith('shared/ui/');
  if (isField || !isFrontEnd(file) || isTest(file)) return [];
  if (!text.includes('autoComplete="new-password"') || text.includes('NewPasswordField')) return [];
  return [
    {
      file,
      line: lineOf(text, 'autoComplete="new-password"'),
      rule: 'new-password-field',
      message: 'a password is set here; use NewPasswordField of @panel/ui, which generates and copies it',
    },
  ];
}

/** A release never discards input: forms report unsaved input to the shell. */
export function checkForms({ file, text }: SourceFile): Finding[] {
  if (!isFrontEnd(file) || isTest(file) || !/<form\b/.test(text) || HOLDS_INPUT.test(text)) return [];
  return [
    {
      file,
      line: lineOf(text, '<form'),
      rule: 'form-holds-input',
      message:
        'a new release would drop what is typed here; use Form and useForm of @panel/ui/form, or report it with useDirty of @panel/core',
    },
  ];
}

/** Tests of pages and units run in jest, those in `test/` folders in node's own runner. */
export function checkRunner({ file, text }: SourceFile): Finding[] {
  if (!/\.test\.tsx?$/.test(file)) return [];
  const usesNode = /from ['"]node:test['"]/.test(text);
  const inSource = /^(?:shared\/[^/]+|shell|mf-[^/]+)\/src\//.test(file);
  if (inSource && usesNode)
    return [
      {
        file,
        line: lineOf(text, 'node:test'),
        rule: 'test-runner',
        message: 'tests in src/ run in jest; use its test and expect, or move the file to test/',
      },
    ];
  if (!inSource && !usesNode && !file.startsWith('e2e/'))
    return [
      {
        file,
        line: 1,
        rule: 'test-runner',
        message: "tests in test/ run in node's own runner; import test from 'node:test'",
      },
    ];
  return [];
}

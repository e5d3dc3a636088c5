import { exampleQuery, type ApiCall } from './api-calls.ts';

/** The address and the token of every example come from the environment, and so do the variable parts of its path. */
export const ADDRESS = 'PANEL_URL';
export const TOKEN = 'PANEL_TOKEN';

/** The environment variable of a part of a path: `siteId` is `SITE_ID`. */
export const variableOf = (parameter: string): string => parameter.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

export type Examples = { curl: string; typescript: string; python: string };

/** The path with its variables in a language's own form, and its query. */
function pathWith(call: ApiCall, write: (variable: string) => string): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => write(variableOf(name)));
  const query = new URLSearchParams(exampleQuery(call)).toString();
  return query ? `${path}?${query}` : path;
}

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

type Part = { name: string; value: string; file: boolean };

/** The parts of a form: texts, and names of files. */
const partsOf = ({ sample, schema }: NonNullable<ApiCall['body']>): Part[] =>
  Object.entries(sample as Record<string, string>).map(([name, value]) => ({
    name,
    value,
    file: schema.properties?.[name]?.contentMediaType !== undefined,
  }));

const TYPES: Readonly<Record<string, string>> = { zip: 'application/zip', png: 'image/png' };
const typeOfFile = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';

/** A word of a shell in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl(call: ApiCall): string {
  const method = call.method === 'GET' ? '' : ` --request ${call.method}`;
  const lines = [
    `curl --fail-with-body${method} "$${ADDRESS}${pathWith(call, (name) => `$${name}`)}"`,
    `--header "Authorization: Bearer $${TOKEN}"`,
  ];
  if (call.body?.upload) {
    for (const { name, value, file } of partsOf(call.body))
      lines.push(`--form ${quoted(`${name}=${file ? '@' : ''}${value}`)}`);
  } else if (call.body) {
    lines.push("--header 'Content-Type: application/json'");
    lines.push(`--data ${quoted(JSON.stringify(call.body.sample, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** JSON is TypeScript, too; only its keys need no quotes. */
const tsLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(/^( *)"([A-Za-z_]\w*)":/, '$1$2:'))
    .join('\n');

function typescript(call: ApiCall): string {
  const { body, method } = call;
  const address = `\`\${process.env.${ADDRESS}}${pathWith(call, (name) => `\${process.env.${name}}`)}\``;
  const upload = body?.upload === true;
  const before = upload
    ? [
        "import { openAsBlob } from 'node:fs';",
        '',
        'const form = new FormData();',
        ...partsOf(body).map(({ name, value, file }) =>
          file
            ? `form.set('${name}', await openAsBlob('${value}', { type: '${typeOfFile(value)}' }), '${value}');`
            : `form.set('${name}', ${JSON.stringify(value)});`,
        ),
        '',
      ]
    : [];
  const headers = [
    `Authorization: \`Bearer \${process.env.${TOKEN}}\`,`,
    ...(body && !upload ? ["'Content-Type': 'application/json',"] : []),
  ];
  return [
    ...before,
    `const response = await fetch(${address}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers.map((line) => `    ${line}`),
    '  },',
    ...(upload ? ['  body: form,'] : body ? [`  body: JSON.stringify(${indented(tsLiteral(body.sample), 2)}),`] : []),
    '});',
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    'console.log(JSON.stringify(await response.json(), null, 2));',
  ].join('\n');
}

/** A literal of Python, whose words for true, false and null are others. */
function pyLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const inner = `${indent}    `;
  const lines = (all: readonly string[]) => all.map((line) => `\n${inner}${line},`).join('');
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${lines(value.map((one) => pyLiteral(one, inner)))}\n${indent}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pyLiteral(one, inner)}`);
  return fields.length === 0 ? '{}' : `{${lines(fields)}\n${indent}}`;
}

/** The standard library has no forms with files, so the example writes one. */
const pyForm = (body: NonNullable<ApiCall['body']>): string[] => [
  'boundary = uuid.uuid4().hex',
  'parts = []',
  ...partsOf(body).flatMap(({ name, value, file }) =>
    file
      ? [
          `parts.append(f'--{boundary}\\r\\nContent-Disposition: form-data; name="${name}"; filename="${value}"\\r\\n'`,
          `             'Content-Type: ${typeOfFile(value)}\\r\\n\\r\\n'.encode() + open("${value}", "rb").read())`,
        ]
      : [
          `parts.append(f'--{boundary}\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n'.encode()`,
          `             + ${JSON.stringify(value)}.encode())`,
        ],
  ),
  'data = b"\\r\\n".join(parts) + f"\\r\\n--{boundary}--\\r\\n".encode()',
  '',
];

function python(call: ApiCall): string {
  const { body, method } = call;
  const upload = body?.upload === true;
  const environment = (name: string) => `{os.environ['${name}']}`;
  return [
    'import json',
    'import os',
    'import urllib.request',
    ...(upload ? ['import uuid'] : []),
    '',
    ...(upload ? pyForm(body) : []),
    'request = urllib.request.Request(',
    `    f"${environment(ADDRESS)}${pathWith(call, environment)}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    `        "Authorization": f"Bearer ${environment(TOKEN)}",`,
    ...(upload ? ['        "Content-Type": f"multipart/form-data; boundary={boundary}",'] : []),
    ...(body && !upload ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ...(upload ? ['    data=data,'] : body ? [`    data=json.dumps(${pyLiteral(body.sample, '    ')}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n');
}

/** A call in curl, TypeScript and Python, with nothing but what these bring. */
export const examplesOf = (call: ApiCall): Examples => ({
  curl: curl(call),
  typescript: typescript(call),
  python: python(call),
});

import { alternativesOf, type Schema } from './schema.ts';

/** What a file is called in an example. */
const FILE_NAME = 'example.zip';

/** Texts by the name of their field, where the schema does not say enough for a value that reads well. */
const BY_NAME: Readonly<Record<string, string>> = {
  name: 'My example',
  title: 'My example',
  firstname: 'Ada',
  lastname: 'Lovelace',
  phone_number: '+1 555 0100',
  branch: 'main',
  template_id: 'static-page',
  time_zone: 'Europe/Berlin',
  repository: 'team/shop',
  repo_full_name: 'team/shop',
  certificate: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
  replace: 'another example',
};
/** Calls of which no single field is required, or whose values depend on each other. */
const BY_CALL: Readonly<Record<string, object>> = {
  'site.update': { name: 'my-renamed-site' },
  'blueprint.update': { name: 'My example' },
  'domain.update': { fqdn: 'shop.example.com' },
  'app.update': { auto_deploy: false },
  'app.manualCreate': { app: '{"fqdn": "my-app"}', manualAppZipFile: FILE_NAME },
  'app.manualUpdate': { app: '{"spa_fallback": true}', manualAppZipFile: FILE_NAME },
  'migration.create': {
    migration: '{"type": "host", "fqdn": "shop.example.com", "sharingLink": "https://example.com/backup.zip"}',
  },
  'siteBuilder.addPicture': { file: 'example.png' },
  'dns.readZoneFile': { file: 'example.zone' },
  'app.saveVariables': {
    environment: 'production',
    version: 0,
    variables: [{ name: 'API_URL', value: 'https://api.example.com', phase: 'both', secret: false }],
  },
  'app.createProject': { fqdn: 'my-app', template_id: 'static-page' },
};
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197a3f2-6c1e-7b4d-9a50-2f8e4c6d1b03',
  email: 'ada@example.com',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
  uri: 'https://example.com/',
  'date-time': '2030-01-31T12:00:00.000Z',
  date: '2030-01-31',
};
/** Tried in this order for a text with a pattern. */
const CANDIDATES = [
  ...['example', 'my-example.example.com', 'example.com', '/', '1.0', '8.3', '1', 'ada@example.com', '@'],
  ...[
    'https://example.com/',
    '#336699',
    '2030-01-31',
    '2030-01-31T12:00:00.000Z',
    '12:00',
    '0 3 * * *',
    'EXAMPLE',
    'en',
  ],
  '0123456789abcdef0123456789abcdef.png',
  ...Object.values(BY_FORMAT),
];

function text(name: string, { format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const known = format && BY_FORMAT[format];
  if (known) return known;
  // Patterns of the contract, on the short candidates above.
  const rule = pattern === undefined ? null : new RegExp(`(?:${pattern})`, 'u');
  const fits = (value: string) => value.length >= minLength && value.length <= maxLength && (!rule || rule.test(value));
  const id = /(?:^|_)ids?$|Id$/.test(name) ? [BY_FORMAT['uuid'] ?? ''] : [];
  const all = [...(BY_NAME[name] ? [BY_NAME[name]] : []), ...id, ...CANDIDATES];
  return all.find(fits) ?? 'example'.padEnd(minLength, '-');
}

/** The body of an example. */
export const sampleBody = (call: string, schema: Schema): unknown => BY_CALL[call] ?? sampleOf(schema);

/** A value that the schema takes: the required fields of objects, one entry of lists that need one. */
export function sampleOf(schema: Schema, name = ''): unknown {
  const [first = schema] = alternativesOf(schema);
  if (first.const !== undefined) return first.const;
  if (schema.default !== undefined) return schema.default;
  if (first.enum) return first.enum[0];
  if (first.default !== undefined) return first.default;
  if (first.contentMediaType) return FILE_NAME;
  if (first.properties || first.type === 'object') {
    const { properties = {}, required = [] } = first;
    return Object.fromEntries(
      required.flatMap((key) => (properties[key] ? [[key, sampleOf(properties[key], key)]] : [])),
    );
  }
  if (first.type === 'array') return first.items ? [sampleOf(first.items, name)] : [];
  if (first.type === 'integer' || first.type === 'number') return first.minimum ?? Math.min(1, first.maximum ?? 1);
  if (first.type === 'boolean') return true;
  return text(name, first);
}

/*
 * npm run fuzz:parsers [-- inputs seed]
 * Sends so many changed inputs (by default 2,000,000) to every parser of foreign bytes that the panel's own loop or a thread
 * of uploads runs. Prints a line for each: inputs, those that were refused, the longest call, and what broke it. Ends with 1
 * when a parser threw something that is no refusal, or took longer than 50 ms of processor time for an input of its size.
 */
import type { IncomingMessage } from 'node:http';
import { parseExtraFields } from 'yauzl';
import { nameEntries } from '../src/archive/zip-names.ts';
import { createCookies } from '../src/dns/cookies.ts';
import { answerMessage } from '../src/dns/message.ts';
import { readReply } from '../src/dns/parent/read-reply.ts';
import { indexZone } from '../src/dns/zone-index.ts';
import { parseZoneFile } from '../src/dns/zone-file/parse-zone-file.ts';
import { ZoneFileError } from '../src/dns/zone-file/tokens.ts';
import { controlOf } from '../src/edge/cache/cache-control.ts';
import { hostOnly, siteCookies } from '../src/edge/proxy-headers.ts';
import { readHeaders } from '../src/edge/site-answer.ts';
import { clientAddress } from '../src/lib/client-address.ts';
import { hostName } from '../src/lib/host-name.ts';
import { scanJson } from '../src/lib/json-scan.ts';
import { plainText } from '../src/lib/plain-text.ts';
import { headerField } from '../src/uploads/readers/extension-header.ts';
import { checkImage } from '../src/uploads/readers/image-check.ts';
import { refuseSvg } from '../src/uploads/readers/svg-check.ts';
import { cleanHtml } from '../src/uploads/readers/clean-html.ts';
import { checkPicture } from '../src/uploads/readers/picture-check.ts';

const MOST_CPU_MS = 50;
const INPUTS = Number(process.argv[2] ?? 2_000_000);
const SEED = Number(process.argv[3] ?? 1);

/** Mulberry32: the same inputs for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomOf(SEED);
const below = (most: number): number => Math.floor(random() * most);
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;

/** Pieces on which parsers of text tend to break; between spaces, and those that have some themselves. */
const PIECES = [
  ...`" ' \\ < > & = ; , { } [ ] ( ) .. / % # <!-- --> <![CDATA[ ]]> </svg> &#x xmlns: domain= max-age= \\255`.split(
    ' ',
  ),
  ...['\0', '\r\n', '\t', ' ', '<!DOCTYPE a [', '<svg ', '\u202e', '\ud800', '\uef80', 'é', '漢', '\u{1f600}'],
  ...['__proto__', '1e309', '-1', '99999999999999999999'],
];

/** A changed copy: pieces are added, removed, repeated and exchanged. */
function changed(seed: string, most: number): string {
  let text = seed;
  for (let times = 1 + below(6); times > 0; times -= 1) {
    const [at, length] = [below(text.length + 1), below(24)];
    const before = text.slice(0, at);
    switch (below(5)) {
      case 0:
        text = before + one(PIECES) + text.slice(at);
        break;
      case 1:
        text = before + text.slice(at + length);
        break;
      case 2:
        text = before + text.slice(at, at + length).repeat(1 + below(40)) + text.slice(at);
        break;
      case 3:
        text = before + one(PIECES).repeat(1 + below(400)) + text.slice(at + length);
        break;
      default:
        text = before + String.fromCharCode(below(256)) + text.slice(at + 1);
    }
  }
  return text.slice(0, most);
}

/** `most`: characters of an input at most. `isRefusal`: an error that means no more than that. */
type Target = {
  name: string;
  seeds: readonly string[];
  most: number;
  run: (text: string) => unknown;
  isRefusal?: (error: unknown) => boolean;
};

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const zone = indexZone({ fqdn: 'example.com', serial: 1, nameservers: ['ns1.example'], records: [] });
const client = { address: '192.0.2.1', cookies: createCookies(Buffer.alloc(32), Date.now) };
const source = {
  zoneOf: async (name: string) => (name === zone.fqdn || name.endsWith(`.${zone.fqdn}`) ? zone : null),
  addressesOf: async () => ({ addresses: [], ttl: 0 }),
};
/** As the library has read them; it refuses an archive whose fields do not fit. */
const fieldsOf = (raw: Buffer): ReturnType<typeof parseExtraFields> => {
  try {
    return parseExtraFields(raw);
  } catch {
    return [];
  }
};
const answerOf = (rawHeaders: string[]): IncomingMessage =>
  ({ rawHeaders, headers: {}, statusCode: 200 }) as unknown as IncomingMessage;

/** A question for the NS records of a domain, and the head of a reply to it with two records in its second section. */
const ASKED = '\x12\x34\0\0\0\x01\0\0\0\0\0\0\x04shop\x07example\0\0\x02\0\x01';
const REPLY = `\x12\x34\x80\0\0\x01\0\0\0\x02\0\0${ASKED.slice(12)}`;
const DELEGATED = '\xc0\x0c\0\x02\0\x01\0\0\x0e\x10\0\x07\x04ns-a\xc0\x11';

const TARGETS: readonly Target[] = [
  {
    name: 'zone file',
    seeds: [
      '$ORIGIN example.com.\n@ 1h IN SOA a. b. (1 2 3 4 5)\nwww A 192.0.2.1\n  TXT "a\\"b" "c" ; x\n_sip._tcp SRV 1 2 3 h\n',
    ],
    most: 20_000,
    run: (text) => parseZoneFile(bytes(text), 'example.com'),
    isRefusal: (error) => error instanceof ZoneFileError,
  },
  {
    name: 'DNS message',
    seeds: [
      '\x12\x34\x01\0\0\x01\0\0\0\0\0\x01\x03www\x07example\x03com\0\0\x01\0\x01\0\0)\x04\xd0\0\0\0\0\0\x0c\0\x0a\0\x0812345678',
    ],
    most: 4096,
    run: (text) => answerMessage(bytes(text), { ...client, transport: 'udp', source }),
  },
  {
    name: 'DNS reply',
    seeds: [REPLY + DELEGATED + DELEGATED],
    most: 4096,
    run: (text) => readReply(bytes(text), bytes(ASKED), ASKED.length),
  },
  {
    name: 'JSON scan',
    seeds: ['{"a":[1,2,{"b":"c\\"d"}],"e":null}', '[[[[]]]]'],
    most: 65_536,
    run: (text) => scanJson(Buffer.from(text), { depth: 32, elements: 4096 }),
  },
  {
    name: 'Set-Cookie',
    seeds: ['a=b; Domain=shop.example; Path=/; HttpOnly'],
    most: 16_384,
    run: (text) => hostOnly(text, 'shop.example'),
  },
  {
    name: 'Cookie',
    seeds: ['panel_session=a; b=c; d="e"'],
    most: 16_384,
    run: (text) => siteCookies(text, ['panel_session']),
  },
  {
    name: 'headers of an answer',
    seeds: ['content-type|text/html|set-cookie|a=b|x-a|b|link|</a>; rel=preload'],
    most: 16_384,
    run: (text) => readHeaders(answerOf(text.split('|')), 'shop.example'),
  },
  {
    name: 'Cache-Control',
    seeds: ['public, max-age=60, stale-while-revalidate=30, no-cache="set-cookie"'],
    most: 16_384,
    run: (text) => controlOf({ 'cache-control': text, 'surrogate-control': text }),
  },
  { name: 'Host', seeds: ['shop.example:8080', 'xn--a.example.'], most: 4096, run: hostName },
  {
    name: 'X-Forwarded-For',
    seeds: ['192.0.2.1, 2001:db8::1', '::ffff:10.0.0.1'],
    most: 4096,
    run: (text) => clientAddress('127.0.0.1', text, () => true),
  },
  {
    name: 'name of a site',
    seeds: ['My \u202eshop', 'a\0b\u0085c'],
    most: 10_000,
    run: (text) => plainText(text, 200),
  },
  {
    name: 'plugin header',
    seeds: ['<?php\n/*\n * Plugin Name: Shop\n * Version: 1.0\n */\n'],
    most: 8192,
    run: (text) => headerField(text, 'Plugin Name'),
  },
  {
    name: 'SVG',
    seeds: [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#a)"/><style>a{fill:red}</style></svg>',
    ],
    most: 20_000,
    run: refuseSvg,
  },
  {
    name: 'picture',
    seeds: [
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0',
      'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0',
      'GIF89a\x01\0\x01\0',
      '\xff\xd8\xff\xe0\0\x10JFIF',
    ],
    most: 20_000,
    run: (text) => [checkPicture(bytes(text)), checkImage(bytes(text), 'logo')],
  },
  {
    name: 'HTML of the site builder',
    seeds: [
      '<section class="a"><h1 onclick="x()">Hi</h1><img src="pictures/a.png"><a href="javascript:1">b</a></section>',
    ],
    most: 4000,
    run: cleanHtml,
  },
  {
    name: 'names in a zip',
    seeds: ['folder/picture.png', '\x8e\xca\x90^.png', '\xe5\x86\x99\xe7\x9c\x9f.png'],
    most: 2000,
    run: (text) =>
      nameEntries([
        {
          fileNameRaw: bytes(text),
          generalPurposeBitFlag: below(2) * 0x800,
          extraFields: fieldsOf(bytes(changed('up\x09\0\x01abcdE', 100))),
        },
      ] as never),
    // The archive is then refused as one that is damaged.
    isRefusal: (error) => error instanceof Error && error.name === 'PanelError',
  },
];

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let failures = 0;
const each = Math.ceil(INPUTS / TARGETS.length);
for (const { name, seeds, most, run, isRefusal = () => false } of TARGETS) {
  let [refused, slowest, worst, broken] = [0, 0, '', ''];
  for (let count = 0; count < each; count += 1) {
    const text = changed(one(seeds), most);
    const began = cpuMs();
    try {
      await run(text);
    } catch (error) {
      refused += 1;
      if (!isRefusal(error)) {
        failures += 1;
        broken ||= `${String(error)} for ${JSON.stringify(text.slice(0, 200))}`;
      }
    }
    const took = cpuMs() - began;
    if (took > slowest) [slowest, worst] = [took, text];
  }
  const isSlow = slowest > MOST_CPU_MS;
  if (isSlow) failures += 1;
  console.log(
    `${name.padEnd(26)} ${String(each).padStart(8)} inputs, ${String(refused).padStart(8)} refused, longest ${slowest.toFixed(1)} ms${isSlow ? ` for ${JSON.stringify(worst.slice(0, 200))}` : ''}${broken && `; BROKEN: ${broken}`}`,
  );
}
console.log(`${each * TARGETS.length} inputs with seed ${SEED}: ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;

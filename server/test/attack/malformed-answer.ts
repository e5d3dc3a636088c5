/** Random numbers below 1 that repeat for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NASTY = [
  '\u0000',
  '\u0001',
  '\u007f',
  '\u00ff',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '\\',
  '"',
  '%00',
  '�',
  '\u000b',
  '-',
  '0',
  '{',
];
const NAMES = [
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Set-Cookie',
  'Location',
  'Upgrade',
  'Trailer',
  'Content-Encoding',
  'X-Panel-Edge',
  'Date',
  'Bad Name',
  'bad\u0001name',
  '',
  ':',
  'X'.repeat(300),
  'Keep-Alive',
  'Content-Range',
  '__proto__',
  'Status',
];
const VALUES = [
  '0',
  '5',
  '-1',
  '+5',
  '5, 5',
  '5, 6',
  '0x5',
  '1e3',
  '99999999999999999999',
  'chunked',
  'Chunked, gzip',
  'gzip',
  'identity',
  'chunked, chunked',
  'close',
  'upgrade',
  'websocket',
  'refused',
  'a=1; Domain=localhost',
  '//evil.example',
  'x\u0001y',
  'a\rb',
  '\u00e4',
  'gzip, br',
  'h2c',
  'bytes 0-1/*',
];
const STATUSES = [
  '099',
  '000',
  '100',
  '101',
  '102',
  '103',
  '199',
  '200',
  '204',
  '205',
  '206',
  '301',
  '304',
  '404',
  '421',
  '500',
  '599',
  '600',
  '999',
  '20',
  '2000',
  'abc',
  '-200',
  '2 0',
  '',
];
const REASONS = ['OK', '', 'x\u0001', '\u00ff\u00fe', 'a\tb', 'x'.repeat(5000), 'OK\r', '\u0000'];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP',
  'http/1.1',
  'ICY',
  'HTTP/1.1 HTTP/1.1',
  '',
];
const BODIES = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhello\r\n0\r\nTrailer: x\u0001\r\nSet-Cookie: a=1\r\n\r\n',
  'zz\r\nhello\r\n',
  'ffffffffffffffffff\r\nx',
  '-5\r\nhello\r\n0\r\n\r\n',
  '5;x="\u0001"\r\nhello\r\n0\r\n\r\n',
  '5\r\nhel',
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  '\u001f\u008b\u0008not gzip',
  '5\nhello\n0\n\n',
];

export type MalformedAnswer = {
  /** Bytes as latin1, sent in these parts. */
  pieces: string[];
  /** Leaves the connection open after the last part. */
  open: boolean;
};

/** One response of a hostile site; some are well-formed, most are not. */
export function malformedAnswer(next: () => number): MalformedAnswer {
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T;
  const line = () => `${one(NAMES)}${one([': ', ':', ' : ', '', ':\t'])}${one(VALUES)}`;
  const end = one(['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n ', '']);
  const head = () => {
    const version = next() < 0.7 ? 'HTTP/1.1' : one(VERSIONS);
    const status = next() < 0.4 ? '200' : one(STATUSES);
    const reason = next() < 0.5 ? 'OK' : one(REASONS);
    const lines = Array.from({ length: Math.floor(next() * 5) }, line);
    return `${[`${version} ${status} ${reason}`, ...lines].join(end)}${end}${end}`;
  };
  const forms: readonly (() => string)[] = [
    () => head() + one(BODIES),
    () => head() + one(BODIES),
    () => head() + one(BODIES),
    // Something hostile at a random place of a valid response.
    () => {
      const text = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\nSet-Cookie: a=1\r\n\r\nhello`;
      const at = Math.floor(next() * text.length);
      return text.slice(0, at) + one(NASTY) + text.slice(at + Math.floor(next() * 3));
    },
    // Cut at a random place.
    () => {
      const text = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
      return text.slice(0, Math.floor(next() * text.length));
    },
    () => String.fromCharCode(...Array.from({ length: Math.floor(next() * 400) }, () => Math.floor(next() * 256))),
    () =>
      `HTTP/1.1 ${one(['100 Continue', '102 Processing', '103 Early Hints', '199 x'])}\r\nX-N: 1\r\n\r\n`.repeat(
        1 + Math.floor(next() * 50),
      ) + one(['', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']),
    () => `HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(Math.floor(next() * 9_000))}\r\nok`,
    () => `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(Math.floor(next() * 100_000))}\r\n\r\nok`,
    () =>
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${one(['websocket', 'h2c', ''])}\r\n\r\n${one(BODIES)}`,
    () => '<html>no head at all</html>',
  ];
  const bytes = one(forms)();
  const at = next() < 0.3 ? Math.floor(next() * bytes.length) : bytes.length;
  return { pieces: [bytes.slice(0, at), bytes.slice(at)].filter((piece) => piece !== ''), open: next() < 0.02 };
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostName, signInByCode } from './sign-in-by-code.ts';

const STARTED = {
  ...{ device_code: 'secret', user_code: 'WDJB-MJHT', verification_uri: 'https://panel.example/activate' },
  ...{ verification_uri_complete: 'https://panel.example/activate?code=WDJB-MJHT', expires_in: 600, interval: 5 },
};
const GIVEN = { access_token: 'pnl_x', token_type: 'Bearer', expires_in: null, scope: 'sites:read', name: 'x' };
const refusal = (code: string) => ({ status: false, code, message: `${code}.` });

let http: Server;
let answers: object[] = [];
const sent: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  http = createServer((asked, res) => {
    let text = '';
    asked.setEncoding('utf8').on('data', (part: string) => void (text += part));
    asked.on('end', () => {
      sent.push({ path: asked.url, authorization: asked.headers.authorization, body: JSON.parse(text) });
      const answer = answers.shift();
      // A connection that breaks is no end of a sign-in.
      if (!answer) return void asked.socket.destroy();
      res.writeHead('code' in answer ? 400 : 200, { 'content-type': 'application/json' });
      res.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void http.close());
beforeEach(() => void (sent.length = 0));

/** Signs in against these answers, and returns the pauses before each poll beside the outcome. */
async function signIn(...given: object[]) {
  answers = [STARTED, ...given];
  const pauses: number[] = [];
  const shown: string[] = [];
  const outcome = await signInByCode(
    `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    ({ user_code }) => void shown.push(user_code),
    async (seconds) => void pauses.push(seconds),
  ).catch((error: unknown) => error);
  return { outcome, pauses, shown };
}

test('it polls as often as the panel says, slower once it is told to, and without any token', async () => {
  const { outcome, pauses, shown } = await signIn(
    refusal('AUTHORIZATION_PENDING'),
    refusal('SLOW_DOWN'),
    refusal('AUTHORIZATION_PENDING'),
    GIVEN,
  );
  expect(outcome).toMatchObject({ access_token: 'pnl_x' });
  expect([shown, pauses]).toEqual([['WDJB-MJHT'], [5, 5, 10, 10]]);
  expect(sent.every(({ authorization }) => authorization === undefined)).toBe(true);
  expect(sent.at(-1)).toMatchObject({ path: '/api-token/device/token', body: { device_code: 'secret' } });
});

test('it ends when it was denied or took too long, and when the answer is no sign-in', async () => {
  for (const code of ['ACCESS_DENIED', 'EXPIRED_TOKEN', 'INVALID_GRANT'])
    expect((await signIn(refusal(code))).outcome).toMatchObject({ code, exit: 1 });
  answers = [{ hello: 'world' }];
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await expect(signInByCode(origin, () => undefined)).rejects.toMatchObject({ exit: 5 });
});

test('the name of a machine is sent as far as a panel takes it', () => {
  expect(hostName('Ada’s MacBook.local')).toBe('Ada-s-MacBook.local');
  expect(hostName('x'.repeat(80))).toHaveLength(63);
  expect(hostName('')).toBe('unknown');
});

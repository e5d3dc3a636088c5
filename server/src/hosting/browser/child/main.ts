import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import net from 'node:net';

/*
 * Runs in the browser's sandbox: `main.ts ADDRESS BROWSER SOCKET WIDTH HEIGHT`. Its network has only its own loopback;
 * the browser reaches the site through the socket, the panel's proxy for this site. Prints the picture in base64.
 */
const [address = '', browser = '', socket = '', width = '', height = ''] = process.argv.slice(2);
const PICTURE = '/tmp/picture.png';
/** Laid out at twice the size of the picture, as on a desktop. */
const SCALE = 2;
const WAIT_MS = 15_000;

const door = net.createServer((client) => {
  const site = net.connect(socket);
  client.on('error', () => site.destroy());
  site.on('error', () => client.destroy());
  client.pipe(site).pipe(client);
});

function options(port: number): string[] {
  return [
    '--headless=new',
    // The sandbox around it is ours: bubblewrap, another user, no rights, no network.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--no-first-run',
    '--mute-audio',
    '--hide-scrollbars',
    '--renderer-process-limit=1',
    '--js-flags=--max-old-space-size=256',
    '--user-data-dir=/tmp/profile',
    '--disk-cache-size=1',
    `--window-size=${Number(width) * SCALE},${Number(height) * SCALE}`,
    `--force-device-scale-factor=${1 / SCALE}`,
    // Names below localhost, too.
    `--proxy-server=http://127.0.0.1:${port}`,
    '--proxy-bypass-list=<-loopback>',
    '--virtual-time-budget=5000',
    `--timeout=${WAIT_MS}`,
    `--screenshot=${PICTURE}`,
    address,
  ];
}

door.listen(0, '127.0.0.1', () => {
  const { port } = door.address() as net.AddressInfo;
  const child = spawn(browser, options(port), { stdio: 'ignore', env: { HOME: '/tmp', PATH: '/usr/bin' } });
  child.once('error', () => process.exit(1));
  child.once('close', async () => {
    const picture = await readFile(PICTURE).catch(() => null);
    process.stdout.write(picture?.toString('base64') ?? '', () => process.exit(picture ? 0 : 1));
  });
});

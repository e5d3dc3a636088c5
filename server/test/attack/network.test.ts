import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { onEveryRuntime } from './attack-support.ts';
import { listenOn, type Listener } from './egress-support.ts';

/** 127.0.0.2 plays the public internet: the operator of these tests allows it. */
const OUTSIDE = '127.0.0.2';
const names: Record<string, string[]> = {};
const resolve = async (name: string) => names[name] ?? [];

/** PHP that tries an address in every way it knows, and prints the results. */
const tryAll = (host: string, port: number) => `
$got = array();
$got[] = @file_get_contents('http://${host}:${port}/');
if ($socket = @fsockopen('${host}', ${port}, $code, $text, 2)) { fwrite($socket, "GET / HTTP/1.0\\r\\n\\r\\n"); $got[] = stream_get_contents($socket); }
if ($socket = @stream_socket_client('udp://${host}:${port}')) { @fwrite($socket, 'x'); }
if (function_exists('curl_init')) {
  foreach (array('http://${host}:${port}/', 'gopher://${host}:${port}/_x', 'telnet://${host}:${port}/') as $url) {
    foreach (array(array(), array(CURLOPT_PROXY => ''), array(CURLOPT_FOLLOWLOCATION => true)) as $options) {
      $curl = curl_init($url);
      curl_setopt_array($curl, $options + array(CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 2));
      $got[] = @curl_exec($curl);
    }
  }
}
if (function_exists('socket_create') && ($socket = @socket_create(AF_INET, SOCK_STREAM, SOL_TCP)) && @socket_connect($socket, '${host}', ${port})) { @socket_write($socket, "GET / HTTP/1.0\\r\\n\\r\\n"); $got[] = @socket_read($socket, 1000); }
echo json_encode($got), 'tried';`;

onEveryRuntime(
  'hosted code reaches public servers only',
  (target) => {
    let inside: Listener;
    let outside: Listener;
    before(async () => {
      inside = await listenOn('127.0.0.1');
      outside = await listenOn(OUTSIDE, (url) =>
        url.startsWith('/redirect')
          ? { status: 302, headers: { location: `http://127.0.0.1:${inside.port}/` } }
          : { body: 'from outside' },
      );
      names['outside.example'] = [OUTSIDE];
      names['inside.example'] = ['127.0.0.1'];
    });
    after(async () => {
      await inside.close();
      await outside.close();
    });

    test('not the loopback interface, by address, name or redirect', async () => {
      for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '127.1', 'inside.example']) {
        const answer = await target().run(tryAll(host, inside.port));
        assert.equal(answer.status, 200, host);
        assert.match(answer.body, /tried$/, host);
        assert.doesNotMatch(answer.body, /a secret of the inside/, host);
      }
      const redirected = await target().run(
        `require 'wp-load.php'; $answer = wp_remote_get('http://outside.example:${outside.port}/redirect'); echo is_wp_error($answer) ? 'error' : wp_remote_retrieve_body($answer), 'tried';`,
      );
      assert.match(redirected.body, /tried$/);
      assert.doesNotMatch(redirected.body, /a secret of the inside/);
      assert.equal(inside.connections, 0);
    });

    test('but public ones, in the usual ways', async () => {
      const url = `http://outside.example:${outside.port}/`;
      const plain = await target().run(`echo file_get_contents('${url}');`);
      assert.equal(plain.body, 'from outside');
      const wordpress = await target().run(
        `require 'wp-load.php'; $answer = wp_remote_get('${url}'); echo is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_body($answer);`,
      );
      assert.equal(wordpress.body, 'from outside');
      const configured = await target().run(
        `define('WP_HTTP_BLOCK_EXTERNAL', true); require 'wp-load.php'; $answer = wp_remote_get('${url}'); echo is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_body($answer);`,
      );
      assert.equal(configured.body, 'from outside', 'a configuration of an earlier release');
      assert.ok(target().host.egress.counted.bytes > 0);
    });

    // Before anything else looks up wordpress.org: failed lookups are cached.
    test('updates from wordpress.org work over HTTPS, in WordPress’ own code', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'wordpress-org-'));
      const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
      const name = [
        '-subj',
        '/CN=api.wordpress.org',
        '-addext',
        'subjectAltName=DNS:api.wordpress.org',
        '-addext',
        'basicConstraints=critical,CA:TRUE',
      ];
      await promisify(execFile)('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        certificate,
        ...name,
      ]);
      const asked: string[] = [];
      const offer = {
        response: 'upgrade',
        download: 'https://downloads.wordpress.org/release/wordpress-99.9.zip',
        locale: 'en_US',
        packages: {},
        current: '99.9',
        version: '99.9',
        php_version: '7.2.24',
        mysql_version: '5.5.5',
        new_bundled: '6.7',
        partial_version: false,
      };
      const api = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (req, res) => {
        asked.push(`${req.headers.host} ${req.url?.split('?')[0]}`);
        res
          .writeHead(200, { 'content-type': 'application/json', connection: 'close' })
          .end(JSON.stringify({ offers: [offer], translations: [] }));
      });
      await new Promise<void>((done) => {
        api.listen(0, OUTSIDE, done);
      });
      const { port } = api.address() as AddressInfo;
      names['api.wordpress.org'] = [OUTSIDE];
      try {
        const { publicDir } = siteFolder(target().host.config.dataDir, target().hostile.siteId);
        const trusted = path.join(publicDir, 'wp-content/trusted.crt');
        const known = path.join(target().host.runtime.wordpress.core, 'wp-includes/certificates/ca-bundle.crt');
        await writeFile(trusted, `${await readFile(known, 'utf8')}\n${await readFile(certificate, 'utf8')}`);
        // Only the port differs from the real one: this server cannot use 443.
        const answer = await target().run(`require 'wp-load.php';
        add_filter('http_request_args', fn($arguments) => array('sslcertificates' => WP_CONTENT_DIR . '/trusted.crt') + $arguments);
        add_filter('pre_http_request', function ($answer, $arguments, $url) {
          return false === $answer && str_starts_with($url, 'https://api.wordpress.org/') ? wp_remote_request(str_replace('wordpress.org/', 'wordpress.org:${port}/', $url), $arguments) : $answer;
        }, 10, 3);
        remove_all_filters('pre_site_transient_update_core'); // The panel hides updates of a shared core.
        wp_version_check(array(), true);
        $update = get_site_transient('update_core');
        echo json_encode($update->updates[0]->version ?? $update);`);
        assert.equal(answer.body, '"99.9"');
        assert.match(asked[0] ?? '', /^api\.wordpress\.org:\d+ \/core\/version-check\//);
      } finally {
        names['api.wordpress.org'] = [];
        api.closeAllConnections();
        await new Promise((done) => api.close(done));
        await rm(folder, { recursive: true, force: true });
      }
    });

    test('and itself, by its own address', async () => {
      // php-wasm runs one request at a time, so a request to itself only reaches the edge.
      const [seconds, expected] = target().runtime === 'wasm' ? [2, /cURL error 28/] : [10, /^200$/];
      const answer = await target().run(
        `require 'wp-load.php'; $answer = wp_remote_post(site_url('wp-cron.php'), array('timeout' => ${seconds})); echo is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_response_code($answer);`,
      );
      assert.match(answer.body, expected);
      if (target().runtime === 'wasm') return;
      // Visitors use HTTPS, which ends in front of the panel.
      const secure = await target()
        .run(`require 'wp-load.php'; add_filter('option_home', fn($url) => str_replace('http:', 'https:', $url));
      $answer = wp_remote_get(home_url('/?rest_route=/')); echo is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_response_code($answer), ' ', home_url();`);
      assert.match(secure.body, /^200 https:/);
    });

    test('emails of WordPress and of PHP arrive at the relay', async () => {
      const { mails } = target().host.egress;
      const wordpress = await target().run(
        `require 'wp-load.php'; echo wp_mail('ada@example.com', 'Order', "Two loaves.\\n.\\nAnd a dot.", array('Bcc: eve@example.com')) ? 'sent' : 'not sent';`,
      );
      assert.equal(wordpress.body, 'sent');
      const php = await target().run(
        `echo mail('bob@example.com', "Hello\\r\\nBcc: mallory@example.com", "One line.\\n.\\nAnother.", "From: shop@example.com\\r\\nBcc: carol@example.com") ? 'sent' : 'not sent';`,
      );
      assert.equal(php.body, 'sent');
      assert.deepEqual(
        mails.map(({ siteId, recipients }) => [siteId, ...recipients]),
        [
          ['site-hostile', 'ada@example.com', 'eve@example.com'],
          ['site-hostile', 'bob@example.com', 'carol@example.com'],
        ],
      );
      assert.match(mails[0]?.text ?? '', /^Subject: Order$[^]*Two loaves\.\r\n\.\r\nAnd a dot/m);
      assert.match(mails[1]?.text ?? '', /One line\.\r\n\.\r\nAnother/);
    });

    test('an unreachable network does not slow a page down noticeably', async () => {
      const answer = await target().run(
        `require 'wp-load.php'; $start = microtime(true); wp_version_check(array(), true); wp_update_plugins(); wp_update_themes(); echo microtime(true) - $start < 2 ? 'quick' : 'slow';`,
      );
      assert.match(answer.body, /quick$/);
    });
  },
  { only: ['wasm', 'native'], egress: { allow: [OUTSIDE], resolve } },
);

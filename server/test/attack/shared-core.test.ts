import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findCompiledCore } from '../../src/hosting/local/compiled-core.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { until } from '../hosting/hosting-support.ts';
import { onEveryRuntime } from './attack-support.ts';

/** Every way in which PHP can change a file or a folder; prints those that worked. */
const CHANGES = `
function panel_try(string $file): array {
  $folder = dirname($file);
  $own = __DIR__ . '/own-' . bin2hex(random_bytes(4));
  $fresh = function () use ($own) { file_put_contents($own, 'mine'); return $own; };
  $done = array(
    'write' => (bool) @file_put_contents($file, 'hostile'),
    'append' => (bool) @file_put_contents($file, 'hostile', FILE_APPEND),
    'update' => (bool) @fopen($file, 'r+'),
    'create' => (bool) @fopen($file, 'c'),
    'chmod' => @chmod($file, 0777),
    'touch' => @touch($file, 1),
    'copy' => @copy($fresh(), $file),
    'rename over it' => @rename($fresh(), $file),
    // Between two file systems PHP copies, and says that it worked.
    'rename away' => @rename($file, $own . '-away') && ! @fopen($file, 'r'),
    'rename its folder' => $folder !== __DIR__ && @rename($folder, $own . '-folder'),
    'beside it' => $folder !== __DIR__ && (bool) @file_put_contents("$folder/planted.php", 'hostile'),
    'a folder beside it' => $folder !== __DIR__ && @mkdir("$folder/planted"),
    'a link to write through' => @link($file, "$own-link") && (bool) @file_put_contents("$own-link", 'hostile'),
    'a symbolic link to write through' => @symlink($file, "$own-symlink") && (bool) @file_put_contents("$own-symlink", 'hostile'),
    'chown' => function_exists('chown') && @chown($file, getmyuid()) && fileowner($file) !== 0 && (bool) @file_put_contents($file, 'hostile'),
    'unlink' => @unlink($file),
    'rmdir' => $folder !== __DIR__ && @rmdir($folder),
  );
  return array_keys(array_filter($done));
}
`;
const FILES = [
  'index.php',
  'wp-load.php',
  'wp-includes/version.php',
  'wp-includes/js/wp-emoji-release.min.js',
  'wp-admin/index.php',
  'wp-themes/twentytwentyfive/style.css',
  'wp-sqlite/load.php',
  'wp-sqlite/wp-includes/sqlite/db.php',
];
/** A visitor who is no browser waits for a start; browsers see a page of the edge meanwhile. */
const NO_PAGE = { headers: { accept: '*/*' } };
const ASSET = '/wp-includes/js/wp-emoji-release.min.js?ver=1';

/** Names, permissions, owners, sizes and times of everything below a folder, and the files' contents. */
function fingerprint(folder: string): string {
  const shown = execFileSync('find', [folder, '-printf', '%P %m %U %s %T@ %y\n'], { maxBuffer: 2 ** 26 }).toString();
  const files = execFileSync('sh', ['-c', 'find "$0" -type f -print0 | sort -z | xargs -0 cat | sha256sum', folder]);
  return shown.split('\n').sort().join('\n') + files.toString();
}

onEveryRuntime('the shared WordPress', (target) => {
  test('cannot be changed by any site, and the neighbour answers as before', async () => {
    const { host, runtime, run, bench, neighbour, askNeighbour } = target();
    const shared = path.join(host.config.dataDir, 'core', host.runtime.wordpress.version);
    assert.equal(existsSync(shared), runtime !== 'native-off');
    const folders = [host.runtime.wordpress.core, ...(existsSync(shared) ? [shared] : [])];
    const before = folders.map(fingerprint);
    const asset = async () => (await bench.ask(`${neighbour.fqdn}:8099`, { path: ASSET })).body;
    const [home, script] = [(await askNeighbour()).body, await asset()];
    assert.match(script, /emoji/);

    // Without a sandbox a site has its own files, and finds those of others by their path on this machine.
    const inSite = runtime === 'native-off' ? [] : FILES.map((file) => `/${file}`);
    const onMachine = folders.flatMap((folder) => FILES.map((file) => path.join(folder, file)));
    const applies = runtime !== 'native-off' || process.getuid?.() === 0;
    const answer = await run(`${CHANGES}
      $result = array();
      foreach (json_decode('${JSON.stringify(inSite)}') as $file) { $result[$file] = panel_try(__DIR__ . $file); }
      foreach (array_unique(array_map(fn($file) => __DIR__ . '/' . explode('/', $file)[1], json_decode('${JSON.stringify(inSite)}'))) as $entry) {
        $result[$entry] = array_keys(array_filter(array(
          'rename' => @rename($entry, __DIR__ . '/away'), 'rename over it' => mkdir(__DIR__ . '/mine') && @rename(__DIR__ . '/mine', $entry),
          'rmdir' => @rmdir($entry), 'unlink' => @unlink($entry), 'a link over it' => @symlink('/tmp', $entry))));
        @rmdir(__DIR__ . '/mine');
      }
      foreach (json_decode('${JSON.stringify(applies ? onMachine : [])}') as $file) { $result[$file] = is_file($file) ? panel_try($file) : array(); }
      echo json_encode($result);`);
    assert.equal(answer.status, 200, answer.body.slice(0, 500));
    const worked = JSON.parse(answer.body) as Record<string, string[]>;
    assert.ok(Object.keys(worked).length >= inSite.length + (applies ? onMachine.length : 0));
    assert.deepEqual(Object.values(worked).flat(), [], answer.body);

    assert.deepEqual(folders.map(fingerprint), before);
    assert.equal(await asset(), script);
    await host.driver.stop(neighbour.siteId);
    const now = await askNeighbour(NO_PAGE);
    assert.equal(now.status, 200);
    assert.equal(now.body.includes('<title>') && home.includes('<title>'), true);
  });

  test('is intact for the attacking site after a restart', async () => {
    const { host, hostile, bench } = target();
    await host.driver.stop(hostile.siteId);
    assert.equal((await host.driver.verify(hostile.siteId, hostile.fqdn)).ok, true);
    assert.equal((await bench.ask(`${hostile.fqdn}:8099`, { path: ASSET })).status, 200);
  });

  test('is run as the panel has it compiled: no site changes that, or puts code of its own in its place', async () => {
    const { host, runtime, run, hostile, neighbour } = target();
    if (runtime === 'native-off') return void assert.equal(host.runtime.php.build, null);
    const found = () => findCompiledCore(host.runtime);
    await until('WordPress is compiled', async () => (await found()) !== null);
    const { folder, id } = (await found()) ?? { folder: '', id: '' };
    const before = fingerprint(folder);
    const where = runtime === 'wasm' ? '/compiled' : '/tmp';
    const attack = `${CHANGES}
      $place = '${where}/${id}';
      $done = array();
      foreach (array('wp-includes/version.php', 'wp-sqlite/wp-includes/sqlite/db.php') as $script) {
        $file = "$place/site/live/public/$script.bin";
        array_push($done, ...(is_file($file) ? panel_try($file) : array("no compiled $script")));
      }
      foreach (array('rename' => @rename($place, "$place-away"), 'rmdir' => @rmdir($place), 'unlink' => @unlink($place),
        'another script' => (bool) @file_put_contents("$place/site/live/public/attack.php.bin", 'hostile'),
        'another folder' => @mkdir("$place/site/live/public/wp-content", 0755, true),
        'a link over it' => @symlink('/tmp', $place)) as $name => $worked) { if ($worked) $done[] = $name; }
      echo json_encode($done);`;
    for (const { siteId } of [hostile, neighbour]) await host.driver.stop(siteId);
    const first = await run(attack);
    assert.equal(first.body, '[]');
    assert.equal(fingerprint(folder), before);
    // A link that was there before, as from another build of PHP.
    await host.driver.stop(hostile.siteId);
    const { tmp } = siteFolder(host.config.dataDir, hostile.siteId).mount;
    await rm(path.join(tmp, id), { recursive: true, force: true });
    await symlink(host.config.dataDir, path.join(tmp, id));
    const second = await run(attack);
    assert.equal(second.body, '[]');
    assert.equal(fingerprint(folder), before);
    for (const { siteId, fqdn } of [hostile, neighbour])
      assert.equal((await host.driver.verify(siteId, fqdn)).ok, true);
  });

  test('keeps the database of a site apart from what another site runs in the place of its own', async () => {
    const { host, runtime, run, hostile, neighbour } = target();
    const planted = await run(`
      $content = __DIR__ . '/wp-content';
      $own = "$content/mu-plugins/sqlite-database-integration";
      mkdir("$own/wp-includes/sqlite", 0755, true);
      $code = "define( 'HOSTILE', true ); require_once ABSPATH . 'wp-sqlite/wp-includes/sqlite/db.php';";
      file_put_contents("$own/wp-includes/sqlite/db.php", "<?php $code");
      $text = file_get_contents("$content/db.php");
      file_put_contents("$content/db.php", str_replace("ABSPATH . 'wp-sqlite'", "__DIR__ . '/mu-plugins/sqlite-database-integration'", $text));
      echo 'planted';`);
    assert.equal(planted.body, 'planted');
    for (const { siteId } of [hostile, neighbour]) await host.driver.stop(siteId);
    const used = `require __DIR__ . '/wp-load.php'; echo json_encode(array(defined('HOSTILE'), basename((new ReflectionObject($GLOBALS['wpdb']))->getFileName())));`;
    assert.equal((await run(used)).body, '[true,"class-wp-sqlite-db.php"]');
    const { stdout } = await host.driver.exec(neighbour.siteId, [
      'eval',
      'echo json_encode(array(defined("HOSTILE"), str_replace(ABSPATH, "", (new ReflectionObject($GLOBALS["wpdb"]))->getFileName())));',
    ]);
    assert.deepEqual(JSON.parse(stdout), [false, 'wp-sqlite/wp-includes/sqlite/class-wp-sqlite-db.php'], runtime);
    for (const { siteId, fqdn } of [hostile, neighbour])
      assert.equal((await host.driver.verify(siteId, fqdn)).ok, true);
  });

  test('leaves a site everything of its own: themes, plugins, uploads, files beside WordPress', async () => {
    const answer = await target().run(`
      $done = array();
      foreach (array('wp-content/themes/mine', 'wp-content/plugins/mine', 'wp-content/uploads/2030', 'shop') as $folder) {
        $file = __DIR__ . "/$folder/file.php";
        $done[] = mkdir(dirname($file), 0755, true) && file_put_contents($file, '1') && file_put_contents($file, '22') && rename($file, "$file.old") && unlink("$file.old") && rmdir(dirname($file));
      }
      $done[] = (bool) file_put_contents(__DIR__ . '/robots.txt', 'own');
      echo json_encode($done);`);
    assert.equal(answer.body, '[true,true,true,true,true]');
  });
});

import assert from 'node:assert/strict';
import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HostingError, type PortName } from '../../../src/hosting/index.ts';
import { buildProgress } from '../builds/build-support.ts';
import { progress } from '../hosting-support.ts';
import { gzippedTar } from './gzipped-tar.ts';
import { load, loadedAs, specFor, type Subject } from './subject.ts';

/**
 * What every kind of workload must do that has a port: one suite for each port, the same for all kinds. `subject` is open
 * when its tests run.
 */
type Suite = (subject: () => Subject) => void;

const refused =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof HostingError && error.code === code;

const workload: Suite = (subject) => {
  test('is created step by step, each with its condition met afterwards, and a second run changes nothing', async () => {
    const { driver } = subject();
    const spec = specFor(subject());
    for (const step of driver.steps(spec)) {
      await step.run(progress());
      assert.equal(await step.check(), true, step.name);
    }
    const one = loadedAs(subject(), spec);
    await one.write('kept');
    await driver.create(spec, progress());
    assert.equal(await one.visit(), 'kept');
    assert.equal((await driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });

  test('sleeps until it is visited, and concurrent starts are one', async () => {
    const { driver } = subject();
    const one = await load(subject());
    const [first, second] = await Promise.all([driver.start(one.spec.siteId), driver.start(one.spec.siteId)]);
    assert.deepEqual({ ...first, stopped: null }, { ...second, stopped: null });
    await driver.sleep(one.spec.siteId);
    assert.ok(!driver.running().includes(one.spec.siteId));
    assert.equal(await one.visit(), 'as it was');
  });

  test('gets another address, and a second run changes nothing', async () => {
    const { driver } = subject();
    const one = await load(subject());
    const next = { fqdn: `moved-${one.spec.fqdn}`, url: `http://moved-${one.spec.fqdn}:8099` };
    await driver.rename(one.spec.siteId, next, progress());
    await driver.rename(one.spec.siteId, next, progress());
    assert.equal((await driver.verify(one.spec.siteId, next.fqdn)).ok, true);
    assert.equal(await one.visit(next.fqdn), 'as it was');
  });

  test('is measured', async () => {
    const { driver } = subject();
    const one = await load(subject());
    const before = await driver.usage(one.spec.siteId);
    await one.write('x'.repeat(50_000), 'more.txt');
    const { bytes, files, complete } = await driver.usage(one.spec.siteId);
    assert.ok(complete && bytes >= before.bytes + 50_000 && files === before.files + 1, `${bytes} ${files}`);
  });

  test('leaves nothing when it is destroyed, which can be repeated', async () => {
    const { driver, config } = subject();
    const { spec } = await load(subject());
    await driver.start(spec.siteId);
    await driver.destroy(spec.siteId);
    await driver.destroy(spec.siteId);
    assert.ok(!(await readdir(path.join(config.dataDir, 'sites'))).some((name) => name.includes(spec.siteId)));
    assert.ok(!driver.running().includes(spec.siteId));
    await assert.rejects(driver.start(spec.siteId), refused('SITE_NOT_FOUND'));
  });
};

const snapshots: Suite = (subject) => {
  const archiveOf = async (siteId: string, name = 'one.tar.gz') => {
    const file = path.join(subject().config.dataDir, `${siteId}-${name}`);
    await subject().driver.snapshot(siteId, file);
    return file;
  };

  /** A kind with builds gets a release from the archive, and publishes it. */
  const bringBack = async (siteId: string, file: string) => {
    const { driver, kind } = subject();
    if (!driver.portsOf(kind).has('builds')) return driver.restore(siteId, file);
    const source = { kind: 'archive', file } as const;
    const variables = { build: {}, run: {} };
    await driver.build(siteId, { buildId: 'restored', source, settings: {}, variables }, buildProgress());
    return driver.publish(siteId, 'restored', progress());
  };

  test('an archive brings the content back', async () => {
    const one = await load(subject(), 'first');
    const file = await archiveOf(one.spec.siteId);
    await one.write('second');
    await one.write('new', 'new.txt');
    assert.equal(await one.visit(), 'second');
    await bringBack(one.spec.siteId, file);
    assert.equal(await one.visit(), 'first');
    assert.equal((await subject().driver.verify(one.spec.siteId, one.spec.fqdn)).ok, true);
  });

  test('an archive begins another workload of its kind', async () => {
    const one = await load(subject(), 'mine');
    const file = await archiveOf(one.spec.siteId);
    const { driver, kind } = subject();
    const hasBuilds = driver.portsOf(kind).has('builds');
    const spec = specFor(subject(), hasBuilds ? {} : { from: { kind: 'archive', file } });
    await driver.create(spec, progress());
    if (hasBuilds) await bringBack(spec.siteId, file);
    assert.equal(await loadedAs(subject(), spec).visit(), 'mine');
  });

  test('a rehearsal restores beside it, and leaves neither a trace nor a change', async () => {
    const { driver, config } = subject();
    const one = await load(subject(), 'first');
    const file = await archiveOf(one.spec.siteId);
    await one.write('second');
    const before = await readdir(path.join(config.dataDir, 'sites'));
    const { ok, checks } = await driver.rehearse(one.spec.siteId, file);
    assert.equal(ok, true, JSON.stringify(checks));
    assert.match(checks[0]?.name ?? '', /SHA-256/);
    assert.deepEqual(await readdir(path.join(config.dataDir, 'sites')), before);
    assert.equal(await one.visit(), 'second');
  });

  test('a damaged archive replaces nothing', async () => {
    const one = await load(subject(), 'first');
    const file = await archiveOf(one.spec.siteId);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 40));
    await assert.rejects(bringBack(one.spec.siteId, file), HostingError);
    assert.equal(await one.visit(), 'first');
  });
};

const copies: Suite = (subject) => {
  test('a copy answers at its own address, and neither changes the other', async () => {
    const one = await load(subject(), 'original');
    const spec = specFor(subject());
    await subject().driver.clone(one.spec.siteId, spec, progress());
    const copy = loadedAs(subject(), spec);
    assert.equal(await copy.visit(), 'original');
    await copy.write('changed');
    assert.deepEqual([await one.visit(), await copy.visit()], ['original', 'changed']);
  });

  test('one is compared with another, and replaced by it', async () => {
    const { driver } = subject();
    const from = await load(subject(), 'newer');
    const to = specFor(subject());
    await driver.clone(from.spec.siteId, to, progress());
    const target = loadedAs(subject(), to);
    await target.write('older than that');
    await from.write('added', 'added.txt');
    const { added, changed, removed } = await driver.compareFiles(from.spec.siteId, to.siteId);
    assert.deepEqual([added.paths, changed.paths, removed.paths], [['added.txt'], ['check.txt'], []]);
    await driver.copyInto(from.spec.siteId, to.siteId, { parts: 'all', keep: [] }, progress());
    assert.equal(await target.visit(), 'newer');
    assert.equal((await driver.verify(to.siteId, to.fqdn)).ok, true);
  });
};

const fileAccess: Suite = (subject) => {
  test('its largest files and folders are listed', async () => {
    const one = await load(subject());
    await one.write('x'.repeat(3_000_000), 'large.bin');
    const listing = await subject().driver.folderSizes(one.spec.siteId, 'public');
    const large = listing?.entries.find(({ name }) => name === 'large.bin');
    assert.ok(large !== undefined && large.kind === 'file' && large.bytes >= 3_000_000, JSON.stringify(listing));
    assert.equal(await subject().driver.folderSizes(one.spec.siteId, 'public/nothing'), null);
  });

  test('its files are read, and changed by their version', async () => {
    const { driver } = subject();
    const { write, spec } = await load(subject());
    await write('first', 'own.txt');
    const read = () => driver.fileText(spec.siteId, 'own.txt', 100);
    const over = (await read())?.version ?? '';
    const put = async (text: string) =>
      driver.changeFile(spec.siteId, { action: 'put', path: 'own.txt', bytes: text.length, over }, () =>
        Readable.from([Buffer.from(text)]),
      );
    assert.deepEqual([(await put('second')).outcome, (await put('third')).outcome], ['done', 'changed']);
    assert.equal((await read())?.content?.toString(), 'second');
    const slice = { from: 0, count: 100, sort: { by: 'name', descending: false }, hidden: true, kind: 'any' } as const;
    const page = await driver.folderPage(spec.siteId, '', slice);
    assert.ok(page?.entries.some(({ name, kind }) => name === 'own.txt' && kind === 'file'));
    assert.equal((await driver.changeFile(spec.siteId, { action: 'remove', path: 'own.txt' })).outcome, 'done');
  });

  test('the edge serves only files of its public folder', async () => {
    const { driver, kind, config } = subject();
    const { spec } = await load(subject());
    const served = await driver.publicFiles?.(spec.siteId, kind);
    const live = path.join(config.dataDir, 'sites', spec.siteId, 'live', 'public');
    if (served) assert.equal(await realpath(served.root), await realpath(live));
  });
};

const deployable: Suite = (subject) => {
  const source = (files: Record<string, string>) => ({
    kind: 'archive' as const,
    open: async () => Readable.from([gzippedTar(files)], { objectMode: false }),
  });

  test('its content is replaced by a repository’s, in one rename', async () => {
    const { driver } = subject();
    const one = await load(subject());
    assert.equal(await driver.arrived(one.spec.siteId), 'files');
    const deployed = await driver.deploy(
      one.spec.siteId,
      source({ 'top/index.html': '<h1>Hi</h1>', 'top/check.txt': 'pulled' }),
      progress(),
    );
    assert.equal(deployed.files, 2);
    assert.equal(await one.visit(), 'pulled');
    assert.equal(await driver.arrived(one.spec.siteId), 'index');
  });

  test('a source that cannot be published changes nothing', async () => {
    const one = await load(subject());
    const broken = { kind: 'archive' as const, open: async () => Readable.from([Buffer.from('no archive')]) };
    await assert.rejects(subject().driver.deploy(one.spec.siteId, broken, progress()), HostingError);
    assert.equal(await one.visit(), 'as it was');
  });
};

const runtimes: Suite = (subject) => {
  test('runs with each version that the server has, and no other', async () => {
    const { driver } = subject();
    const { spec } = await load(subject());
    for (const { id, version } of driver.capabilities().phpVersions) {
      await driver.usePhp(spec.siteId, id);
      const { ok, info } = await driver.verify(spec.siteId, spec.fqdn);
      assert.deepEqual([ok, info.phpVersion], [true, version]);
    }
    await assert.rejects(driver.usePhp(spec.siteId, '5.6'), refused('UNSUPPORTED'));
  });
};

const logs: Suite = (subject) => {
  test('its log is switched on and off', async () => {
    const { driver } = subject();
    const { spec } = await load(subject());
    for (const enabled of [true, false]) {
      await driver.setDebugLog(spec.siteId, enabled);
      assert.equal((await driver.debugLog(spec.siteId)).enabled, enabled);
    }
    assert.equal((await driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });
};

const wordpress: Suite = (subject) => {
  test('commands, tables and the database are those of a WordPress', async () => {
    const { driver } = subject();
    const { spec } = await load(subject());
    const { code, stdout } = await driver.exec(spec.siteId, ['option', 'get', 'blogname']);
    assert.deepEqual([code, stdout.trim()], [0, spec.title]);
    assert.ok((await driver.tables(spec.siteId, new Date())).some(({ name }) => name === 'wp_posts'));
    assert.equal(await driver.databaseEngine(spec.siteId), 'sqlite');
  });
};

const builds: Suite = (subject) => {
  const noBuild = { settings: {}, variables: { build: {}, run: {} } };
  const template = (buildId: string, id = 'static-page') =>
    ({ buildId, source: { kind: 'template', id }, ...noBuild }) as const;

  test('a release is built, published, replaced, and brought back', async () => {
    const { driver } = subject();
    const one = await load(subject());
    const { siteId, fqdn } = one.spec;
    assert.equal(await driver.liveRelease(siteId), null);
    const p = buildProgress();
    const release = await driver.build(siteId, template('one'), p);
    assert.deepEqual([release.buildId, release.runtime], ['one', 'static']);
    assert.ok(release.files > 0 && release.bytes > 0);
    assert.ok(p.stages.includes('release') && p.found.length === 1 && p.lines.length > 0);
    assert.equal(await driver.liveRelease(siteId), null);
    assert.equal(await one.visit(), 'as it was');
    await driver.publish(siteId, 'one', progress());
    assert.deepEqual([await driver.liveRelease(siteId), await one.visit()], ['one', '404']);
    await one.write('of the first');
    await driver.build(siteId, template('two'), buildProgress());
    await driver.publish(siteId, 'two', progress());
    assert.equal(await one.visit(), '404');
    await driver.publish(siteId, 'one', progress());
    assert.equal(await one.visit(), 'of the first');
    assert.equal((await driver.verify(siteId, fqdn)).ok, true);
  });

  test('what is not kept is removed, but never what is live', async () => {
    const { driver } = subject();
    const one = await load(subject());
    const { siteId } = one.spec;
    for (const id of ['one', 'two', 'three']) await driver.build(siteId, template(id), buildProgress());
    await driver.publish(siteId, 'one', progress());
    await driver.keepReleases(siteId, ['three']);
    await assert.rejects(driver.publish(siteId, 'two', progress()), HostingError);
    assert.equal(await driver.liveRelease(siteId), 'one');
    await driver.publish(siteId, 'three', progress());
    assert.equal(await driver.liveRelease(siteId), 'three');
  });

  test('a build that fails or is stopped leaves the live release as it is', async () => {
    const { driver, config } = subject();
    const one = await load(subject());
    const { siteId } = one.spec;
    await assert.rejects(
      driver.build(siteId, template('one', 'no-such-template'), buildProgress()),
      refused('SOURCE_UNAVAILABLE'),
    );
    await assert.rejects(driver.build(siteId, template('one'), buildProgress(AbortSignal.abort())), refused('ABORTED'));
    await assert.rejects(driver.publish(siteId, 'one', progress()), HostingError);
    assert.equal(await one.visit(), 'as it was');
    const left = await readdir(path.join(config.dataDir, 'sites', siteId));
    assert.ok(!left.some((name) => name.startsWith('build-')), left.join(' '));
  });
};

const repositories: Suite = (subject) => {
  test('a repository is made when a client asks, counts as disk space, and is gone with its workload', async () => {
    const { driver } = subject();
    const { siteId } = (await load(subject())).spec;
    const ask = () =>
      driver.git(siteId, {
        ...{ service: 'git-upload-pack', step: 'advertise', protocol: 'version=2', isGzip: false, body: null },
        signal: AbortSignal.timeout(60_000),
      });
    assert.equal(await driver.branchCommit(siteId, 'main'), null);
    if (driver.repositoriesMissing() !== null) return assert.rejects(ask(), refused('RUNTIME_MISSING'));
    const before = (await driver.usage(siteId)).bytes;
    const answer = await ask();
    assert.deepEqual([answer.status, answer.contentType], [200, 'application/x-git-upload-pack-advertisement']);
    assert.match((await text(answer.body)).slice(0, 200), /^000eversion 2\n/);
    await answer.ended;
    assert.equal(await driver.branchCommit(siteId, 'main'), null);
    assert.ok((await driver.usage(siteId)).bytes > before);
    await driver.destroy(siteId);
    await assert.rejects(ask(), refused('SITE_NOT_FOUND'));
  });
};

const appDatabases: Suite = (subject) => {
  test('a database is made and gets a new password, twice with the same result, and is gone with its workload', async () => {
    const { driver } = subject();
    const { siteId } = (await load(subject())).spec;
    assert.equal(await driver.appDatabase(siteId), null);
    await driver.dropAppDatabase(siteId);
    if (driver.appDatabasesMissing() !== null)
      return assert.rejects(driver.setAppDatabase(siteId, 'first'), refused('UNSUPPORTED'));
    for (const password of ['first', 'first', 'second', 'second']) {
      await driver.setAppDatabase(siteId, password);
      assert.equal(await driver.entersAppDatabase(siteId, password), true);
    }
    assert.equal(await driver.entersAppDatabase(siteId, 'first'), false);
    assert.equal((await driver.appDatabase(siteId))?.name, driver.appDatabaseAddress(siteId).name);
    assert.ok((await driver.usage(siteId)).bytes > 1_000_000);
    await driver.destroy(siteId);
    assert.equal(await driver.appDatabase(siteId), null);
    await assert.rejects(driver.setAppDatabase(siteId, 'second'), refused('SITE_NOT_FOUND'));
  });
};

const appCommands: Suite = (subject) => {
  test('a command needs a live release with a server, and words alone', async () => {
    const { driver } = subject();
    const { siteId } = (await load(subject())).spec;
    const run = (command: string) =>
      driver.runAppCommand(siteId, command, { log: () => undefined, signal: AbortSignal.timeout(60_000) });
    const missing = driver.buildsMissing() !== null;
    await assert.rejects(run('node --version'), refused(missing ? 'RUNTIME_MISSING' : 'UNSUPPORTED'));
    await assert.rejects(run('node --version; id'), refused(missing ? 'RUNTIME_MISSING' : 'BUILD_FAILED'));
  });
};

/** The suites by port. */
export const SUITES: Readonly<Record<PortName | 'workload', Suite>> = {
  ...{
    workload,
    snapshots,
    copies,
    fileAccess,
    deployable,
    runtimes,
    logs,
    wordpress,
    builds,
    repositories,
    appDatabases,
    appCommands,
  },
};

import { ModuleFederation } from './federation.ts';
import { addShared, type ShareScope } from './share-scope.ts';
import { satisfies } from './version.ts';

const shared = (version: string, get: () => (() => unknown) | Promise<() => unknown>) => ({ version, get });
const asked = (requiredVersion: string, strictVersion = false) => ({
  customShareInfo: { shareConfig: { requiredVersion, singleton: true, strictVersion } },
});
const script = (): HTMLScriptElement => document.head.querySelector('script') as HTMLScriptElement;

/** Completes the loading entry and registers its container. */
function arrive(name: string, value: string): void {
  Object.assign(globalThis, {
    [name]: { init: () => undefined, get: async (expose: string) => () => `${value} ${expose}` },
  });
  script().onload?.(new Event('load'));
}

test('ranges as builds write them', () => {
  expect(satisfies('1.4.0', '^1.2.3')).toBe(true);
  expect(satisfies('1.2.2', '^1.2.3')).toBe(false);
  expect(satisfies('2.0.0', '^1.2.3')).toBe(false);
  expect(satisfies('0.3.0', '^0.2.0')).toBe(false);
  expect(satisfies('0.2.9', '^0.2.0')).toBe(true);
  expect(satisfies('0.0.4', '^0.0.3')).toBe(false);
  expect(satisfies('1.2.3', '1.2.3')).toBe(true);
  expect(satisfies('1.2.4', '1.2.3')).toBe(false);
  expect(satisfies('1.2.4', false)).toBe(true);
});

test('a container uses the only copy of its host', async () => {
  const react = { one: 'copy' };
  const host = new ModuleFederation({ name: 'shell', shared: { react: [shared('19.1.0', () => () => react)] } });
  const remote = new ModuleFederation({ name: 'mf_sites' });
  remote.initShareScopeMap('default', host.shareScopeMap['default'] ?? {});
  const factory = await remote.loadShare('react', asked('^19.0.0'));
  expect(factory && factory()).toBe(react);
  expect(host.loadShareSync('react', asked('^19.0.0'))()).toBe(react);
  expect(await remote.loadShare('vue', asked('^3.0.0'))).toBe(false);
});

test('a second core is rejected, another react only causes a warning', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const host = new ModuleFederation({
    name: 'shell',
    shared: { '@panel/core': [shared('1.0.0', () => () => 1)], react: [shared('18.0.0', () => () => 1)] },
  });
  await expect(host.loadShare('@panel/core', asked('^2.0.0', true))).rejects.toThrow(
    '@panel/core 1.0.0 is on the page, ^2.0.0 is needed.',
  );
  expect(await host.loadShare('react', asked('^19.0.0'))).toBeInstanceOf(Function);
  expect(warn).toHaveBeenCalledWith('react 18.0.0 is on the page, ^19.0.0 is needed.');
});

test('a lazy part that failed is requested again', async () => {
  let tries = 0;
  const get = () => (++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(() => 'data'));
  const host = new ModuleFederation({ name: 'shell', shared: { '@panel/ui/data': [shared('1.0.0', get)] } });
  await expect(host.loadShare('@panel/ui/data', asked('^1.0.0'))).rejects.toThrow('gone');
  const factory = await host.loadShare('@panel/ui/data', asked('^1.0.0'));
  expect(factory && factory()).toBe('data');
  expect(() => host.loadShareSync('@panel/ui/data', asked('^1.0.0'))).not.toThrow();
});

test('a module that a remote adds is not used by the shell or by another remote', async () => {
  const load = jest.fn(() => () => 'the copy of a team');
  const host = new ModuleFederation({
    name: 'shell',
    shared: { '@panel/ui/data': [shared('1.0.0', async () => () => 'ours')] },
  });
  host.registerRemotes([{ name: 'mf_plain', entry: '/plain.js' }]);
  const loading = host.loadRemote('mf_plain/remote');
  Object.assign(globalThis, {
    mf_plain: {
      init: (scope: ShareScope) => addShared(scope, { '@panel/ui/data': [shared('1.9.0', load)] }, 'mf_plain'),
      get: async () => () => 'page',
    },
  });
  script().onload?.(new Event('load'));
  await loading;
  const factory = await host.loadShare('@panel/ui/data', asked('^1.0.0'));
  expect(factory && factory()).toBe('ours');
  expect(load).not.toHaveBeenCalled();
});

test('an entry is loaded once, again after a failure, and again by force', async () => {
  const host = new ModuleFederation({ name: 'shell' });
  await expect(host.loadRemote('mf_sites/remote')).rejects.toThrow('mf_sites is not registered.');
  host.registerRemotes([{ name: 'mf_sites', entry: '/one.js' }]);
  const failing = host.loadRemote('mf_sites/remote');
  script().onerror?.(new Event('error'));
  await expect(failing).rejects.toThrow('/one.js could not be loaded.');

  const first = host.loadRemote('mf_sites/remote');
  const second = host.loadRemote('mf_sites/remote');
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
  arrive('mf_sites', 'one');
  expect(await first).toBe('one ./remote');
  expect(await second).toBe('one ./remote');

  host.registerRemotes([{ name: 'mf_sites', entry: '/two.js' }]);
  expect(await host.loadRemote('mf_sites/remote')).toBe('one ./remote');
  host.registerRemotes([{ name: 'mf_sites', entry: '/two.js' }], { force: true });
  const anew = host.loadRemote('mf_sites/remote');
  expect(script().src).toContain('/two.js');
  arrive('mf_sites', 'two');
  expect(await anew).toBe('two ./remote');
  expect(document.head.querySelector('script')).toBeNull();
});

test('an entry without a container is an error, instead of the previous container', async () => {
  const host = new ModuleFederation({ name: 'shell' });
  Object.assign(globalThis, { mf_help: { init: () => undefined, get: () => undefined } });
  host.registerRemotes([{ name: 'mf_help', entry: '/help.js' }]);
  const loading = host.loadRemote('mf_help/remote');
  script().onload?.(new Event('load'));
  await expect(loading).rejects.toThrow('registered no container named mf_help');
});

test('a container gets its own form of a shared module, made once, and the same copy of every other', async () => {
  const core = { name: 'core' };
  const react = { one: 'copy' };
  const host = new ModuleFederation({
    name: 'shell',
    shared: {
      core: [shared('1.1.0', () => () => core)],
      lazy: [shared('1.0.0', async () => () => core)],
      react: [shared('19.1.0', () => () => react)],
    },
  });
  const form = (module: object) => ({ ...module, of: 'mf_own' });
  host.registerRemotes([{ name: 'mf_own', entry: '/own.js', forms: { core: form, lazy: form, absent: form } }]);
  const loading = host.loadRemote('mf_own/remote');
  const container = new ModuleFederation({ name: 'mf_own' });
  Object.assign(globalThis, {
    mf_own: {
      init: (scope: object) => container.initShareScopeMap('default', scope as never),
      get: async () => () => undefined,
    },
  });
  script().onload?.(new Event('load'));
  await loading;
  const load = async (from: ModuleFederation, name: string, range: string) => {
    const factory = await from.loadShare(name, asked(range, true));
    return factory && factory();
  };
  for (const [name, range] of [
    ['core', '^1.0.0'],
    ['lazy', '^1.0.0'],
  ] as const) {
    const own = await load(container, name, range);
    expect(own).toEqual({ name: 'core', of: 'mf_own' });
    expect(await load(container, name, range)).toBe(own);
    expect(await load(host, name, range)).toBe(core);
  }
  expect(await load(container, 'react', '^19.0.0')).toBe(react);
  expect(await container.loadShare('absent', asked('^1.0.0'))).toBe(false);
});

test('nobody can change a shared module, and what it keeps inside stays changeable', async () => {
  const react = { createElement: () => 'element', inside: { dispatcher: null as string | null } };
  const host = new ModuleFederation({ name: 'shell', shared: { react: [shared('19.1.0', () => () => react)] } });
  const factory = await host.loadShare('react', asked('^19.0.0'));
  const given = (factory && factory()) as typeof react;
  expect(() => {
    given.createElement = () => 'another';
  }).toThrow(TypeError);
  expect(() => Object.assign(given, { createElement: null })).toThrow(TypeError);
  given.inside.dispatcher = 'set while rendering';
  expect(react.inside.dispatcher).toBe('set while rendering');
});

import { checkRuns } from '@panel/contract/release-checks';
import type { Build } from '@panel/contract/release';
import { PanelError } from '../../http/errors.ts';
import {
  baseOf,
  SHELL_ID,
  type ReleaseSet,
  type ReleaseSource,
  type Served,
  type Tab,
  type Visitor,
} from '../web/release-source.ts';
import type { OpenedRelease } from './open-release.ts';
import type { ReleaseCore } from './release-core.ts';
import type { RegistryState } from './registry-state.ts';
import { choose, rank, type Choice } from './resolve.ts';

type Core = Pick<ReleaseCore, 'state' | 'open' | 'files' | 'served' | 'sourceMap'>;

const servedOf = ({ release, refused }: OpenedRelease): Served => ({ release, base: baseOf(release), refused });

/** Whether a remote fits a shell; cached, because releases never change. */
function createFit() {
  const known = new Map<string, boolean>();
  return (remote: Build, shell: Build): boolean => {
    const pair = `${remote.package}@${remote.version} ${shell.version}`;
    let fits = known.get(pair);
    if (fits === undefined) {
      fits = checkRuns(remote, shell).length === 0;
      if (known.size >= 5000) known.clear();
      known.set(pair, fits);
    }
    return fits;
  };
}

/** Chooses releases for visitors, and reads their files. */
export function createReleaseSource(core: Core): ReleaseSource {
  const fit = createFit();

  async function chooseOne(
    state: RegistryState,
    name: string,
    { partnerId, key }: Visitor,
    tab: Tab,
    shell: Build | null,
  ): Promise<Choice> {
    const policy = state.policy(name, partnerId);
    const held = state.held(name, partnerId);
    const ranked = rank(name, policy, key, held);
    // Nothing works without a shell: use one that is held back rather than none.
    const order =
      name === SHELL_ID && ranked.versions.length === 0
        ? rank(name, { ...policy, enabled: true }, key, new Set())
        : ranked;
    return choose(order, {
      avoided: (version) => tab.avoid.includes(`${name}@${version}`),
      refused: async (version) => (await core.open({ package: name, version }))?.refused !== null,
      async fits(version) {
        const opened = shell && (await core.open({ package: name, version }));
        return !opened || fit(opened.release, shell);
      },
    });
  }

  async function shellFor(
    state: RegistryState,
    visitor: Visitor,
    tab: Tab,
  ): Promise<{ shell: Served; newestShell: string }> {
    const { version } = await chooseOne(state, SHELL_ID, visitor, tab, null);
    const newest = version === null ? null : await core.open({ package: SHELL_ID, version });
    if (!newest || newest.refused) throw new PanelError('NOT_AVAILABLE', {}, { retryAfter: 5 });
    const older =
      tab.shell !== undefined &&
      tab.shell !== newest.release.version &&
      state.head({ package: SHELL_ID, version: tab.shell })
        ? await core.open({ package: SHELL_ID, version: tab.shell })
        : null;
    return { shell: servedOf(older ?? newest), newestShell: newest.release.version };
  }

  return {
    async setFor(visitor, tab): Promise<ReleaseSet> {
      const state = await core.state();
      const { shell, newestShell } = await shellFor(state, visitor, tab);
      const remotes: Served[] = [];
      for (const name of state.packages) {
        if (name === SHELL_ID) continue;
        const { version } = await chooseOne(state, name, visitor, tab, shell.release);
        const opened = version === null ? null : await core.open({ package: name, version });
        if (opened) remotes.push(servedOf(opened));
      }
      core.served([shell, ...remotes].map(({ release }) => ({ package: release.package, version: release.version })));
      return { shell, newestShell, remotes };
    },
    release: async (id) => (await core.open(id))?.release ?? null,
    sourceMap: core.sourceMap,
    async file(id, name, form) {
      const opened = await core.open(id);
      const wanted =
        opened && Object.hasOwn(opened.release.integrity, name) ? opened.release.integrity[name] : undefined;
      if (wanted === undefined) return null;
      core.served([id]);
      return core.files(id, name, form, wanted);
    },
  };
}

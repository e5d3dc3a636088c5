import { checkRuns } from '@panel/contract/release-checks';
import type { Build } from '@panel/contract/release';
import { PanelError } from '../../kernel/errors.ts';
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
import { nameOf, type ReleaseId } from './release-store.ts';
import { choose, rank, type Choice } from './resolve.ts';

type Core = Pick<ReleaseCore, 'state' | 'open' | 'files' | 'served' | 'sourceMap' | 'views'>;

/** Why a revoked release is refused. */
const REVOKED = 'P105';

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
    if (newest?.refused === REVOKED) throw new PanelError('SHELL_WITHDRAWN', {}, { retryAfter: 60 });
    if (!newest || newest.refused) throw new PanelError('NOT_AVAILABLE', {}, { retryAfter: 5 });
    const older =
      tab.shell !== undefined &&
      tab.shell !== newest.release.version &&
      state.head({ package: SHELL_ID, version: tab.shell })
        ? await core.open({ package: SHELL_ID, version: tab.shell })
        : null;
    const stays = older && older.refused !== REVOKED;
    return { shell: servedOf(stays ? older : newest), newestShell: newest.release.version };
  }

  /** The token of a new page view, or the renewed one of a tab. What a tab claims to run is not in it. */
  function viewOf({ partnerId }: Visitor, { view }: Tab, newestShell: string, served: readonly ReleaseId[]) {
    if (view === undefined) return undefined;
    const chosen = served.map((id) => (id.package === SHELL_ID ? { ...id, version: newestShell } : id));
    return view === null ? core.views.issue(partnerId, chosen) : core.views.renew(partnerId, view, chosen);
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
      const served = [shell, ...remotes].map(({ release }) => ({ package: release.package, version: release.version }));
      core.served(served);
      const revoked = state.revocations.filter(({ package: name }) => state.packages.includes(name)).map(nameOf);
      return { shell, newestShell, remotes, revoked, view: viewOf(visitor, tab, newestShell, served) };
    },
    async release(id) {
      const opened = await core.open(id);
      return opened && opened.refused !== REVOKED ? opened.release : null;
    },
    async sourceMap(id, script) {
      return (await core.open(id))?.refused === REVOKED ? null : core.sourceMap(id, script);
    },
    async file(id, name, form) {
      const opened = await core.open(id);
      const wanted =
        opened && opened.refused !== REVOKED && Object.hasOwn(opened.release.integrity, name)
          ? opened.release.integrity[name]
          : undefined;
      if (wanted === undefined) return null;
      core.served([id]);
      return core.files(id, name, form, wanted);
    },
  };
}

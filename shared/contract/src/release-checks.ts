import semver from 'semver';
import * as v from 'valibot';
import { claimsOf, pathFault } from './route-paths.ts';
import { isRead } from './route-reads.ts';
import { AUDIENCES, LAYOUTS, MENUS, RemoteManifest } from './schemas/manifest.ts';
import { ShellManifest, type Build, type ReleaseNeeds, type ReleaseOffers } from './schemas/release.ts';
import { SECTIONS } from './sections.ts';

export { pathFault, SERVER_PATHS } from './route-paths.ts';

type Manifest = RemoteManifest | ShellManifest;

const choices: Record<string, readonly string[]> = {
  section: SECTIONS,
  audience: AUDIENCES,
  layout: LAYOUTS,
  menu: MENUS,
};

/** One schema error in a declaration, for its author: the location, the problem, and what is allowed. */
export function explainIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '(the whole)';
  const allowed = choices[path.split('.').at(-1) ?? ''];
  return `${path}: ${issue.message}${allowed ? ` One of: ${allowed.join(', ')}.` : ''}`;
}

/**
 * All errors in a package's declaration, as sentences that say what to do; empty if it is valid. `pageIds` are the
 * keys of its pages.ts.
 */
export function checkManifest(declared: unknown, pageIds: readonly string[]): string[] {
  const isShell = (declared as { id?: unknown } | null)?.id === 'shell';
  const parsed = isShell ? v.safeParse(ShellManifest, declared) : v.safeParse(RemoteManifest, declared);
  if (!parsed.success) return parsed.issues.map(explainIssue);
  const manifest: Manifest = parsed.output;
  const paths = manifest.routes.map((route) => route.path);
  const named = new Set([...manifest.routes.map((route) => route.page), ...manifest.slots.map((slot) => slot.part)]);
  const has = new Set(pageIds);
  return [
    ...(isShell ? [] : paths.map((path) => pathFault(path)).filter((fault) => fault !== null)),
    ...manifest.routes
      .filter((route) => !has.has(route.page))
      .map(
        (route) =>
          `The route ${route.path} names the page "${route.page}", which pages.ts does not have. Add it there, or fix the name.`,
      ),
    ...manifest.slots
      .filter((slot) => !has.has(slot.part))
      .map(
        (slot) =>
          `The slot ${slot.slot} is given the part "${slot.part}", which pages.ts does not have. Add it there, or fix the name.`,
      ),
    ...pageIds
      .filter((page) => !named.has(page))
      .map(
        (page) =>
          `pages.ts has the page "${page}", which no route of manifest.ts names. Add a route for it, or remove it.`,
      ),
    ...manifest.routes
      .flatMap((route) => (route.reads ?? []).map((read) => ({ route, read })))
      .filter(({ read }) => !isRead(read))
      .map(
        ({ route, read }) =>
          `The route ${route.path} reads ${read}, which is no GET of the contract. Name one, or remove it.`,
      ),
    ...paths
      .filter((path, index) =>
        paths.slice(0, index).some((before) => claimsOf(before).some((claim) => claimsOf(path).includes(claim))),
      )
      .map((path) => `The route ${path} is declared twice. Keep one of them.`),
    ...manifest.menu
      .filter((entry) => !paths.includes(entry.to))
      .map(
        (entry) =>
          `The menu entry "${entry.label}" leads to ${entry.to}, which is no route of ${manifest.id}. Its routes are: ${paths.join(', ')}.`,
      ),
  ];
}

/** Routes that two packages claim, as sentences; the router could serve only one of them. */
export function checkTogether(manifests: readonly Pick<Manifest, 'id' | 'routes'>[]): string[] {
  const owner = new Map<string, string>();
  return manifests.flatMap((manifest) =>
    manifest.routes.flatMap((route) => {
      const claims = claimsOf(route.path);
      const [first] = claims.flatMap((claim) => owner.get(claim) ?? []);
      for (const claim of claims) if (!owner.has(claim)) owner.set(claim, manifest.id);
      return first && first !== manifest.id
        ? [`The route ${route.path} belongs to ${first} and to ${manifest.id}. One of them has to remove it.`]
        : [];
    }),
  );
}

/** Slots that are filled although no package offers them, as sentences. `others` are the packages beside it. */
export function checkSlots(
  manifest: Pick<Manifest, 'id' | 'slots' | 'offers'>,
  others: readonly Pick<Manifest, 'offers'>[],
): string[] {
  const offered = new Set([manifest, ...others].flatMap(({ offers }) => offers));
  const known = offered.size > 0 ? `There are: ${[...offered].sort().join(', ')}.` : 'None is offered at the moment.';
  return manifest.slots
    .filter(({ slot }) => !offered.has(slot))
    .map(({ slot }) => `${manifest.id} fills the slot ${slot}, which no package offers. ${known}`);
}

function sharedFit(name: string, range: string, there: string | undefined): string | null {
  if (there === undefined) return `${name} is missing, ${range} is needed`;
  if (!semver.validRange(range)) return `${name} is needed as "${range}", which is not a version range`;
  return semver.satisfies(there, range, { includePrerelease: true })
    ? null
    : `${name} ${there} is offered, ${range} is needed`;
}

function contractFit(wanted: string, there: string): string | null {
  const [need, have] = [semver.parse(wanted), semver.parse(there)];
  if (!need || !have) return `the contract is needed as "${wanted}" and offered as "${there}", which are not versions`;
  return need.major === have.major && have.compare(need) >= 0
    ? null
    : `contract ${there} is offered, ^${wanted} is needed`;
}

/**
 * Why a package does not run on a shell, one clause each: package, what is offered, what is needed (ADR 0020). Empty
 * when it fits: offered versions are in the needed ranges, all used names of a facade are offered, and the contract
 * has the same major version and is not older.
 */
export function checkFit(needs: ReleaseNeeds, offers: ReleaseOffers): string[] {
  const shared = Object.entries(needs.shared).map(([name, range]) => sharedFit(name, range, offers.shared[name]));
  const names = Object.entries(needs.exports).map(([name, wanted]) => {
    const missing = wanted.filter((each) => !offers.exports[name]?.includes(each));
    return missing.length > 0
      ? `${name}${offers.shared[name] ? ` ${offers.shared[name]}` : ''} lacks ${missing.join(', ')}, which is needed`
      : null;
  });
  return [...shared, ...names, contractFit(needs.contract, offers.contract)].filter((clause) => clause !== null);
}

/**
 * Why a remote does not run on a shell: the findings of `checkFit`, and the lazy shared parts that its pages name and
 * the shell lacks. A shell that declares no offer predates this check.
 */
export function checkRuns(
  { needs, pages }: Pick<Build, 'needs' | 'pages'>,
  { offers, shared }: Pick<Build, 'offers' | 'shared'>,
): string[] {
  if (!offers) return [];
  const parts = Object.entries(pages).flatMap(([page, { shared: named }]) =>
    named
      .filter((name) => !Object.hasOwn(shared, name))
      .map((name) => `${name} is missing, which the page "${page}" needs`),
  );
  return [...checkFit(needs, offers), ...parts];
}

import { sectionOn, type DeliveryResult } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import type { InstallationState } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openPreviews } from '../app-preview/preview.repo.ts';
import type { PushedBranch } from '../app-preview/preview-push.ts';
import { deliver, noteRefused } from '../app-push/deliver.ts';
import { readPush } from '../app-push/push-payload.ts';
import { refuseMany } from '../app-push/refuse-many.ts';
import { readEvent } from './event.ts';
import {
  appsOfRepository,
  beginEvent,
  changeInstallation,
  changeRepositories,
  renameRepository,
} from './github-event.repo.ts';

/** `id`: GitHub's of the delivery; `digest`: of its body. */
export type GivenEvent = { name: string; id: string; digest: string; body: Buffer; from: string };
type Outcome = DeliveryResult | 'done';
type Reached = Awaited<ReturnType<typeof appsOfRepository>>[number];

/** What an action at GitHub makes of an installation. */
const STATES: Readonly<Record<string, InstallationState>> = {
  deleted: 'removed',
  suspend: 'suspended',
  unsuspend: 'active',
};

const works = ({ partner }: Reached): boolean =>
  isOpenAccount(partner) &&
  sectionOn({ attributes: partner.attributes, is_nucal_partner: partner.isSpecial }, 'applications');

/** Tells one application of changed branches, as a webhook of its own would. */
async function tellApp(
  app: AppContext,
  { id }: Reached,
  { digest, from }: GivenEvent,
  pushed: readonly PushedBranch[],
): Promise<Outcome> {
  try {
    await refuseMany(app, id);
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    await noteRefused(app, id, { sender: 'github', from, result: 'limit' });
    return 'limit';
  }
  return (await deliver(app, id, { sender: 'github', from, digest }, pushed))?.result ?? 'event';
}

/** The most that came of it: a build rather than nothing. */
const most = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find((each) => each === 'build' || each === 'preview' || each === 'ended') ?? outcomes[0] ?? 'event';

async function push(app: AppContext, given: GivenEvent): Promise<Outcome> {
  const event = readEvent.push(given.body);
  const pushed = readPush(given.body, 'application/json');
  if (event === null || pushed === null) return 'unreadable';
  const { installation, repository } = event;
  const reached = (await appsOfRepository(app.db, installation.id, repository.id)).filter(works);
  if (reached.some((each) => each.repository !== repository.full_name))
    await renameRepository(app.db, installation.id, repository.id, repository.full_name);
  const outcomes: Outcome[] = [];
  for (const each of reached) outcomes.push(await tellApp(app, each, given, pushed));
  return most(outcomes);
}

/**
 * A pull request of the repository's own branches: its preview begins, if no push has begun it, and ends with it. What comes from a
 * fork is never built, because builds know the application's variables; production is built by pushes alone.
 */
async function pullRequest(app: AppContext, given: GivenEvent): Promise<Outcome> {
  const event = readEvent.pull_request(given.body);
  if (event === null) return 'unreadable';
  const { action, installation, repository, pull_request: pull } = event;
  const { ref: branch, sha: commit, repo } = pull.head;
  const opens = action === 'opened' || action === 'reopened';
  if (repo?.id !== repository.id || (!opens && action !== 'closed')) return 'event';
  const outcomes: Outcome[] = [];
  for (const each of (await appsOfRepository(app.db, installation.id, repository.id)).filter(works)) {
    if (each.branch === branch) continue;
    const isOpen = (await openPreviews(app.db, each.id)).some((preview) => preview.branch === branch);
    if (isOpen === opens) continue;
    const change = opens ? { branch, commit } : { branch, commit: null, isDeleted: true };
    outcomes.push(await tellApp(app, each, given, [change]));
  }
  return most(outcomes);
}

/** Stores a change of an installation or its repositories. Each event counts once, because an old one would undo a newer one. */
async function changed(app: AppContext, given: GivenEvent): Promise<Outcome> {
  const about = given.name === 'installation' ? readEvent.installation(given.body) : null;
  const list = given.name === 'installation' ? null : readEvent.installation_repositories(given.body);
  if (about === null && list === null) return 'unreadable';
  return app.db.transaction(async (tx) => {
    if (!(await beginEvent(tx, { id: given.id, digest: given.digest }))) return 'repeated';
    const state = about === null ? undefined : STATES[about.action];
    if (about !== null && state !== undefined) await changeInstallation(tx, about.installation.id, state);
    if (list !== null) {
      const { installation, repositories_removed: removed, repositories_added: added } = list;
      const numbers = (all: readonly { id: number }[]) => all.map(({ id }) => id);
      await changeRepositories(tx, installation.id, numbers(removed), app.clock.now());
      await changeRepositories(tx, installation.id, numbers(added), null);
    }
    return 'done';
  });
}

/** Does what an event of the App means, once. Its signature was checked before. */
export async function receiveEvent(app: AppContext, given: GivenEvent): Promise<Outcome> {
  if (given.name === 'push') return push(app, given);
  if (given.name === 'pull_request') return pullRequest(app, given);
  if (given.name === 'installation' || given.name === 'installation_repositories') return changed(app, given);
  return 'event';
}

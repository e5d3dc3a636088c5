import * as v from 'valibot';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import type { Deployed, FileServer } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { githubOf } from '../github/github.service.ts';
import { recordDeployment } from '../github/github.repo.ts';
import { fromBuilder } from '../site-builder/builder-source.ts';
import { recordOffer } from './site-source.repo.ts';

/** Where the files come from; a password is in the task's secrets. */
export const SourcePayload = definePayload(
  v.object({
    source: v.variant('kind', [
      v.object({ kind: v.literal('github'), repository: v.string(), branch: v.string() }),
      v.object({
        kind: v.literal('server'),
        protocol: v.picklist(['sftp', 'ftps', 'ftp']),
        host: v.string(),
        port: v.number(),
        username: v.string(),
        path: v.string(),
        hostKey: v.nullable(v.string()),
      }),
      v.object({ kind: v.literal('builder') }),
    ]),
  }),
);
export type SourcePayload = PayloadOf<typeof SourcePayload>;
export type SourceSecrets = { password: string };

const TRANSFER_MS = 35 * 60_000;

/**
 * Fetches the files of the task's source and puts them in place with one rename. An interrupted step fetches again.
 */
export function sourceStep({ source }: SourcePayload, leaves: string): StepDefinition {
  let fetched = false;
  return {
    name: 'source',
    title: source.kind === 'builder' ? 'Writing the pages' : 'Fetching the files',
    cancel: 'now',
    leaves,
    timeoutMs: TRANSFER_MS,
    retry: { times: 1, backoffSeconds: 3 },
    async run(context) {
      const { files, bytes, skipped, folder } = await deployed(context, source);
      context.note(
        `${count(files, 'file')}, ${bytes.toLocaleString('en-US')} bytes${folder && `, published from ${folder}`}`,
      );
      if (skipped > 0) context.note(`${count(skipped, 'entry', 'entries')} left out: hidden files, links, and PHP`);
      fetched = true;
    },
    check: async () => fetched,
  };
}

function deployed(context: StepContext, source: SourcePayload['source']): Promise<Deployed> {
  switch (source.kind) {
    case 'github':
      return fromGithub(context, source);
    case 'server':
      return fromServer(context, source);
    case 'builder':
      return fromBuilder(context);
  }
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

type Github = Extract<SourcePayload['source'], { kind: 'github' }>;

async function fromGithub(context: StepContext, { repository, branch }: Github): Promise<Deployed> {
  const { app, task, signal } = context;
  return askingGithub(async () => {
    const github = await githubOf(app, task.userId, signal);
    const { commit } = await github.branch(repository, branch);
    context.note(`${repository}, branch ${branch}, commit ${commit.slice(0, 7)}`);
    const open = () => github.archive(repository, commit);
    const deployed = await app.hosting.deploy(task.resourceId, { kind: 'archive', open }, context);
    const { folder, files } = deployed;
    await recordDeployment(app.db, task.resourceId, { commit, folder, files, deployedAt: app.clock.now() });
    return deployed;
  });
}

/** What GitHub could not do now is worth another try; what it refused is not. */
async function askingGithub<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PanelError) || error.code !== 'GITHUB_UNAVAILABLE') throw error;
    throw new HostingError('SOURCE_UNAVAILABLE', error.message, { retryable: true, cause: error });
  }
}

async function fromServer(context: StepContext, source: Omit<FileServer, 'password'>): Promise<Deployed> {
  const { app, task, secrets } = context;
  const { protocol, host, port, username, path, hostKey = null } = source;
  context.note(`${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const server = { protocol, host, port, username, path, hostKey, password: secrets['password'] ?? '' };
  try {
    return await app.hosting.deploy(task.resourceId, { kind: 'server', server }, context);
  } catch (error) {
    if (error instanceof HostingError && error.code === 'SOURCE_UNTRUSTED' && error.detail !== undefined)
      await recordOffer(app.db, task.resourceId, error.detail);
    throw error;
  }
}

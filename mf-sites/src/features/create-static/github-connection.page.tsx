import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { GithubBranchName, GithubRepository, GithubTokenInput } from '@panel/contract/schemas';
import { queryClient, usePartner, t, Trans } from '@panel/core';
import { Banner, Button, Card, Field, PasswordInput, Select, Skeleton, Stack, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import {
  githubBranchesQuery,
  githubConnectionQuery,
  githubReposQuery,
  useConnectGithub,
  useDisconnectGithub,
  usePublishSource,
} from '@panel/resources/github';
import { NewRepository } from './new-repository.tsx';
import { PublishFailure } from './publish-failure.tsx';
import { PublishFoot } from './publish-foot.tsx';
import { PublishProgress, usePublishTask } from './publish-progress.tsx';
import { useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

export const prefetch = () => queryClient.prefetchQuery(githubConnectionQuery);

/** /create-site/github-connection */
export function Component() {
  const { taskId, show, close } = usePublishTask();
  return taskId ? <PublishProgress taskId={taskId} onAgain={close} /> : <ConnectionStep onStarted={show} />;
}

function ConnectionStep({ onStarted }: { onStarted: (taskId: string) => void }) {
  const { data: connection } = useSuspenseQuery(githubConnectionQuery);
  return (
    <StaticWizard
      step="publish"
      title={t('Publish from GitHub')}
      subtitle={t('Choose the repository and branch of your site.')}
    >
      {connection.login === null ? <Connect /> : <Publish login={connection.login} onStarted={onStarted} />}
    </StaticWizard>
  );
}

/** Takes an access token, which is sent to the server and kept nowhere else. */
function Connect() {
  const connect = useConnectGithub();
  const form = useForm({
    schema: GithubTokenInput,
    values: { access_token: '' },
    onSubmit: ({ access_token }) => connect.mutateAsync(access_token),
  });
  const { error, ...field } = useFormField(form, 'access_token');
  const failure = form.failure instanceof Error && (
    <Banner kind="danger" live title={t('We couldn’t connect GitHub')}>
      {form.failure.message}
    </Banner>
  );
  return (
    <Form form={form} failure={failure}>
      <Card title={t('Connect GitHub')}>
        <Field
          label={t('Access token')}
          required
          error={error}
          help={t(
            'Make one at GitHub under Settings, Developer settings, Personal access tokens. It needs to read the contents of your repositories. We store it encrypted.',
          )}
        >
          <PasswordInput {...field} autoComplete="off" />
        </Field>
      </Card>
      <div className="p-form-foot">
        <Button kind="primary" type="submit" loading={form.busy}>
          {t('Connect')}
        </Button>
      </div>
    </Form>
  );
}

const Choice = v.object({ repository: GithubRepository, branch: GithubBranchName });

function Publish({ login, onStarted }: { login: string; onStarted: (taskId: string) => void }) {
  const { draft, update, fqdn, license_key } = useStaticDraft();
  const { sitesDomain } = usePartner();
  const publish = usePublishSource();
  const disconnect = useDisconnectGithub();
  const repos = useQuery(githubReposQuery);
  const branches = useQuery(githubBranchesQuery(draft.repository));
  const form = useForm({
    schema: Choice,
    values: { repository: draft.repository, branch: draft.branch },
    keep: update,
    onSubmit: async ({ repository, branch }) => {
      const source = { type: 'github' as const, github_repository: repository, github_branch: branch };
      onStarted((await publish.mutateAsync({ fqdn, domain: sitesDomain, source, license_key })).task_id);
    },
  });
  const repository = useFormField(form, 'repository');
  const branch = useFormField(form, 'branch');
  const choose = (chosen: string) => {
    const known = repos.data?.find(({ full_name }) => full_name === chosen);
    update({ repository: chosen, branch: known?.default_branch ?? '' });
  };
  const failed = repos.error ?? branches.error;
  const retry = () => void (repos.error ? repos.refetch() : branches.refetch());
  return (
    <>
      <Form form={form} failure={<PublishFailure error={form.failure} />}>
        {failed && (
          <Banner
            kind="danger"
            live
            title={t('We couldn’t read your repositories')}
            action={
              <Button icon="refresh" onClick={retry}>
                {t('Retry')}
              </Button>
            }
          >
            {failed.message}
          </Banner>
        )}
        <Card
          title={t('Repository')}
          actions={
            <Button size="s" onClick={() => disconnect.mutate()} loading={disconnect.isPending}>
              {t('Disconnect {login}', { login })}
            </Button>
          }
        >
          {repos.isPending ? (
            <Skeleton kind="text" rows={2} />
          ) : repos.data?.length === 0 ? (
            <Stack gap={3}>
              <Text as="p" tone="soft">
                {t(
                  '{login} has no repositories that this access token can read. Create one, or connect with a token that can.',
                  { login },
                )}
              </Text>
              <div>
                <Button icon="refresh" onClick={() => void repos.refetch()} loading={repos.isFetching}>
                  {t('Retry')}
                </Button>
              </div>
            </Stack>
          ) : (
            <Stack gap={4}>
              <Field label={t('Repository')} required error={repository.error}>
                <Select
                  value={repository.value}
                  onChange={choose}
                  placeholder={t('Choose a repository')}
                  options={(repos.data ?? []).map(({ full_name }) => ({ value: full_name, label: full_name }))}
                />
              </Field>
              <Field label={t('Branch')} required error={branch.error}>
                <Select
                  value={branch.value}
                  onChange={branch.onChange}
                  placeholder={t('Choose a branch')}
                  options={(branches.data ?? []).map(({ name }) => ({ value: name, label: name }))}
                />
              </Field>
              {branches.data?.length === 0 && (
                <Text as="p" tone="soft">
                  <Trans
                    id="This repository is empty. Push a commit with an index.html, then <0>read its branches again</0>"
                    parts={[
                      (piece) => (
                        <Button
                          kind="text"
                          size="s"
                          onClick={() => void branches.refetch()}
                          loading={branches.isFetching}
                        >
                          {piece}
                        </Button>
                      ),
                    ]}
                  />
                </Text>
              )}
            </Stack>
          )}
        </Card>
        <Text as="p" size="s" tone="muted">
          {t(
            '{fqdn} is reserved, and the branch is published: its index.html, or that of a built folder such as dist.',
            { fqdn },
          )}
        </Text>
        <PublishFoot label={t('Publish site')} busy={form.busy} />
      </Form>
      {/* Outside of the form, which would otherwise be submitted as well. */}
      <NewRepository onCreated={choose} />
    </>
  );
}

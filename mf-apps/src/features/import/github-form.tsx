import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Banner, Button, Card, Field, Select, Skeleton, Stack, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import {
  githubBranchesQuery,
  githubConnectionQuery,
  githubReposQuery,
  useDisconnectGithub,
} from '@panel/resources/github';
import { GithubConnect } from './github-connect.tsx';
import { StepFoot } from './import-wizard.tsx';
import { GithubStep, type PartDraft } from './part-draft.ts';

type Props = {
  part: PartDraft;
  keep: (change: Partial<PartDraft>) => void;
  onDone: () => unknown;
  back?: string;
};

/** A repository and branch of the connected account. */
export function GithubForm(props: Props) {
  const { data, error, refetch, isFetching } = useQuery(githubConnectionQuery);
  if (data) return data.login === null ? <GithubConnect /> : <Choice {...props} login={data.login} />;
  if (error) return <Unread error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton kind="text" rows={4} label={t('Loading your GitHub account')} />;
}

const Unread = ({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) => (
  <Banner
    kind="danger"
    live
    title={t('We couldn’t read your repositories')}
    action={
      <Button icon="refresh" onClick={onRetry} loading={busy}>
        {t('Retry')}
      </Button>
    }
  >
    {error.message}
  </Banner>
);

function Choice({ part, keep, onDone, back, login }: Props & { login: string }) {
  const repos = useQuery(githubReposQuery);
  const branches = useQuery(githubBranchesQuery(part.repository));
  const disconnect = useDisconnectGithub();
  const form = useForm({
    schema: GithubStep,
    values: { repository: part.repository, branch: part.branch },
    keep,
    onSubmit: onDone,
  });
  const repository = useFormField(form, 'repository');
  const branch = useFormField(form, 'branch');
  const choose = (chosen: string) =>
    keep({
      repository: chosen,
      branch: repos.data?.find(({ full_name }) => full_name === chosen)?.default_branch ?? '',
    });
  const failed = repos.error ?? branches.error;
  return (
    <Form form={form}>
      {failed && (
        <Unread
          error={failed}
          busy={repos.isFetching || branches.isFetching}
          onRetry={() => void (repos.error ? repos.refetch() : branches.refetch())}
        />
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
          <Text as="p" tone="soft">
            {t('{login} has no repositories that this access token can read.', { login })}
          </Text>
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
          </Stack>
        )}
      </Card>
      <StepFoot back={back} />
    </Form>
  );
}

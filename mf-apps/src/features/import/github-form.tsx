import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Button, Card, Field, Select, Skeleton, Stack, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import {
  githubAppQuery,
  githubBranchesQuery,
  githubConnectionQuery,
  githubReposQuery,
  useDisconnectGithub,
} from '@panel/resources/github';
import { GithubAppForm } from './github-app-form.tsx';
import { GithubConnect } from './github-connect.tsx';
import { GithubUnread } from './github-unread.tsx';
import { StepFoot } from './import-wizard.tsx';
import { GithubStep, type PartDraft } from './part-draft.ts';

type Props = {
  part: PartDraft;
  keep: (change: Partial<PartDraft>) => void;
  onDone: () => unknown;
  back?: string;
};

/** A repository at GitHub: by the App where the panel has one, else by an access token. */
export function GithubForm(props: Props) {
  const { data, error, refetch, isFetching } = useQuery(githubAppQuery);
  if (data?.is_configured) return <GithubAppForm {...props} login={data.login} ended={data.revocation} />;
  if (data) return <TokenForm {...props} />;
  if (error) return <GithubUnread error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton kind="text" rows={4} label={t('Loading your GitHub account')} />;
}

/** A repository and branch of the account whose access token was given. */
function TokenForm(props: Props) {
  const { data, error, refetch, isFetching } = useQuery(githubConnectionQuery);
  if (data) return data.login === null ? <GithubConnect /> : <Choice {...props} login={data.login} />;
  if (error) return <GithubUnread error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton kind="text" rows={4} label={t('Loading your GitHub account')} />;
}

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
      installation_id: null,
      repository: chosen,
      branch: repos.data?.find(({ full_name }) => full_name === chosen)?.default_branch ?? '',
    });
  const failed = repos.error ?? branches.error;
  return (
    <Form form={form}>
      {failed && (
        <GithubUnread
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

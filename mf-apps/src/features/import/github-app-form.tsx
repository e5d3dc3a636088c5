import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, t } from '@panel/core';
import { Button, ButtonLink, Card, Field, Inline, Select, Skeleton, Stack, Text } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { Form, useForm, useFormField } from '@panel/ui/form';
import type { GithubInstallation, GithubInstallations } from '@panel/contract';
import {
  githubAppBranchesQuery,
  githubAppReposQuery,
  githubInstallationsQuery,
  useDisconnectGithubApp,
} from '@panel/resources/github';
import { GithubAppConnect, type EndedAccess } from './github-app-connect.tsx';
import { GithubUnread } from './github-unread.tsx';
import { StepFoot } from './import-wizard.tsx';
import { GithubStep, type PartDraft } from './part-draft.ts';

type Props = {
  part: PartDraft;
  keep: (change: Partial<PartDraft>) => void;
  onDone: () => unknown;
  back?: string;
};

const mustConnect = (error: Error | null): error is ApiError =>
  error instanceof ApiError && (error.code === 'GITHUB_SIGN_IN' || error.code === 'GITHUB_NOT_CONNECTED');

/** A repository and branch of an account that has installed the App. */
export function GithubAppForm({ login, ended, ...props }: Props & { login: string | null; ended: EndedAccess | null }) {
  const isConnected = login !== null;
  const { data, error, refetch, isFetching } = useQuery({ ...githubInstallationsQuery, enabled: isConnected });
  if (!isConnected) return <GithubAppConnect ended={ended} />;
  if (mustConnect(error)) return <GithubAppConnect again={error} />;
  if (error) return <GithubUnread error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton kind="text" rows={4} label={t('Loading your GitHub account')} />;
  return <Chosen {...props} login={login} given={data} busy={isFetching} onCheck={() => void refetch()} />;
}

const labelOf = ({ login, is_suspended }: GithubInstallation): string =>
  is_suspended ? t('{login} (suspended at GitHub)', { login }) : login;

type ChosenProps = Props & { login: string; given: GithubInstallations; busy: boolean; onCheck: () => void };

function Chosen({ part, keep, onDone, back, login, given, busy, onCheck }: ChosenProps) {
  const disconnect = useDisconnectGithubApp();
  const [search, setSearch] = useState('');
  const usable = given.rows.filter(({ is_suspended }) => !is_suspended);
  const current = usable.find(({ id }) => id === part.installation_id) ?? usable[0];
  const repos = useQuery({
    ...githubAppReposQuery(current?.id ?? null, search),
    placeholderData: keepPreviousData,
  });
  const isOfCurrent = current !== undefined && part.installation_id === current.id;
  const repository = isOfCurrent ? part.repository : '';
  const branches = useQuery(githubAppBranchesQuery(repository));
  const form = useForm({
    schema: GithubStep,
    values: { repository, branch: isOfCurrent ? part.branch : '' },
    keep: (change) => keep({ ...change, ...(current && { installation_id: current.id }) }),
    onSubmit: onDone,
  });
  const repositoryField = useFormField(form, 'repository');
  const branch = useFormField(form, 'branch');
  const choose = (chosen: string | null) =>
    keep({
      installation_id: current?.id ?? null,
      repository: chosen ?? '',
      branch: repos.data?.rows.find(({ full_name }) => full_name === chosen)?.default_branch ?? '',
    });
  const checkAgain = () => {
    onCheck();
    if (current) void repos.refetch();
  };
  const failed = repos.error ?? branches.error;
  if (mustConnect(failed)) return <GithubAppConnect again={failed} />;
  const options = (repos.data?.rows ?? []).map(({ full_name }) => ({ value: full_name, label: full_name }));
  const withChosen =
    repository === '' || options.some(({ value }) => value === repository)
      ? options
      : [{ value: repository, label: repository }, ...options];
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
          <Button
            size="s"
            call="github.appDisconnect"
            onClick={() => disconnect.mutate()}
            loading={disconnect.isPending}
          >
            {t('Disconnect {login}', { login })}
          </Button>
        }
      >
        <Stack gap={4}>
          {current === undefined ? (
            <Text as="p" tone="soft">
              {t('No account has installed the panel at GitHub yet. Install it there, then check again.')}
            </Text>
          ) : (
            <>
              <Field label={t('Account or organization')}>
                <Select
                  value={String(current.id)}
                  onChange={(id) => keep({ installation_id: Number(id), repository: '', branch: '' })}
                  options={given.rows.map((each) => ({
                    value: String(each.id),
                    label: labelOf(each),
                    disabled: each.is_suspended,
                  }))}
                />
              </Field>
              <Field
                label={t('Repository')}
                required
                error={repositoryField.error}
                help={repos.data && helpOf(repos.data)}
              >
                <Combobox
                  value={repository === '' ? null : repository}
                  onChange={choose}
                  onSearch={setSearch}
                  loading={repos.isFetching}
                  placeholder={t('Choose a repository')}
                  empty={t('No repository was found. Configure at GitHub which ones we may read.')}
                  options={withChosen}
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
            </>
          )}
          <Inline>
            {current?.settings_url && (
              <ButtonLink size="s" href={current.settings_url} newTab>
                {t('Configure on GitHub')}
              </ButtonLink>
            )}
            <ButtonLink size="s" href={given.install_url} newTab>
              {current === undefined ? t('Install on GitHub') : t('Add another account')}
            </ButtonLink>
            <Button size="s" icon="refresh" onClick={checkAgain} loading={busy}>
              {t('Check again')}
            </Button>
          </Inline>
        </Stack>
      </Card>
      <StepFoot back={back} disabledReason={current === undefined ? t('Install the panel at GitHub first.') : null} />
    </Form>
  );
}

/** Whether there are more repositories than are shown. */
function helpOf({ rows, total, is_partial }: { rows: readonly unknown[]; total: number; is_partial: boolean }) {
  if (is_partial) return t('Only the first 1000 repositories are searched. Let us read fewer of them at GitHub.');
  if (total <= rows.length) return undefined;
  return t('{shown} of {total} are shown. Search for the others.', { shown: rows.length, total });
}

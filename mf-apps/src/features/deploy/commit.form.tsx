import * as v from 'valibot';
import { t } from '@panel/core';
import { OneFieldCard } from '../app/one-field.card.tsx';

const Commit = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{7,40}$/, t('Enter a commit: 7 to 40 of its hexadecimal digits.')),
);

type Props = { reason: string | undefined; onDeploy: (commit: string) => void };

/** Deploys one commit of the repository. */
export const CommitForm = ({ reason, onDeploy }: Props) => (
  <OneFieldCard
    title={t('One commit')}
    name="commit"
    label={t('Commit')}
    help={t('As your repository shows it, e.g. 1f0c2ab.')}
    schema={Commit}
    submitLabel={t('Deploy this commit')}
    disabledReason={reason}
    onSubmit={onDeploy}
  />
);

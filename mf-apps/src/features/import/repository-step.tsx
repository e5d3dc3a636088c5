import { t } from '@panel/core';
import { RadioGroup } from '@panel/ui';
import { GitForm } from './git-form.tsx';
import { GithubForm } from './github-form.tsx';
import type { PartDraft } from './part-draft.ts';

type Props = {
  part: PartDraft;
  keep: (change: Partial<PartDraft>) => void;
  onDone: () => unknown;
  back?: string;
  token: string;
  setToken: (token: string) => void;
};

const SOURCES = [
  { value: 'git', label: t('Any Git address'), help: t('A repository that can be cloned over https.') },
  { value: 'github', label: t('GitHub'), help: t('A repository of your GitHub account. A push can build by itself.') },
] as const;

/** Where the code is. What was typed for the other source is not kept: it would be no address there. */
export function RepositoryStep({ token, setToken, ...props }: Props) {
  const { part, keep } = props;
  return (
    <>
      <RadioGroup
        cards
        legend={t('Where is the code?')}
        options={SOURCES}
        value={part.source}
        onChange={(source) =>
          source !== part.source &&
          keep({ source, repository: '', branch: source === 'git' ? 'main' : '', installation_id: null })
        }
      />
      {part.source === 'github' ? <GithubForm {...props} /> : <GitForm {...props} token={token} setToken={setToken} />}
    </>
  );
}

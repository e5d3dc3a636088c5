import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { FULLSTACK_STEPS, useFullstackDraft, type FullstackPart } from './import-draft.ts';
import { ImportWizard } from './import-wizard.tsx';
import { RepositoryStep } from './repository-step.tsx';

const TEXTS: Readonly<Record<FullstackPart, { title: string; subtitle: string }>> = {
  frontend: { title: t('Front end'), subtitle: t('The repository of what visitors see.') },
  backend: { title: t('Back end'), subtitle: t('The repository of the server.') },
};

/** Where the code of one half of a full-stack application is. */
export function PartRepository({ part }: { part: FullstackPart }) {
  const { draft, update, tokens } = useFullstackDraft();
  const navigate = useNavigate();
  const at = FULLSTACK_STEPS.findIndex(({ key }) => key === `${part}-repo`);
  return (
    <ImportWizard steps={FULLSTACK_STEPS} current={`${part}-repo`} draft={draft} {...TEXTS[part]}>
      <RepositoryStep
        {...tokens[part]}
        part={draft[part]}
        keep={(change) => update({ [part]: { ...draft[part], ...change } })}
        back={FULLSTACK_STEPS[at - 1]?.path}
        onDone={() => navigate(FULLSTACK_STEPS[at + 1]?.path ?? '')}
      />
    </ImportWizard>
  );
}

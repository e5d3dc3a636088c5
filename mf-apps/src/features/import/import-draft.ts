import { useAtom } from 'jotai';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { panelStore, secretAtom, t, useDirty, useDraft, useUser } from '@panel/core';
import { EMPTY_PART, hasRepository, type PartDraft } from './part-draft.ts';
import type { WizardStep } from './import-wizard.tsx';

type ExistingDraft = PartDraft & { name: string };

/** Access tokens are kept in memory, never in browser storage. */
function useToken(key: string) {
  const [token, setToken] = useAtom(secretAtom(key), { store: panelStore });
  useDirty(token !== '', false);
  return { token, setToken };
}

/** The draft of an imported project. It survives a reload. */
export function useExistingDraft() {
  const stored = useDraft<ExistingDraft>(`existing-project.${useUser().id}`, { ...EMPTY_PART, name: '' });
  const secret = useToken('existing-project.token');
  const discard = () => {
    stored.clear();
    secret.setToken('');
  };
  return { ...stored, ...secret, discard };
}

export const EXISTING_STEPS = [
  { key: 'repo', title: t('Repository'), path: '/new-app/existing-project/pick-repo', isDone: hasRepository },
  {
    key: 'settings',
    title: t('Settings'),
    path: '/new-app/existing-project/site-settings',
    isDone: ({ name }) => v.is(SiteName, name),
  },
  { key: 'finish', title: t('Confirm'), path: '/new-app/existing-project/finish', isDone: () => true },
] as const satisfies readonly WizardStep<ExistingDraft>[];

/** `undecided` until the step with the plans is done; null is the plan of the account. */
type FullstackDraft = {
  frontend: PartDraft;
  backend: PartDraft;
  name: string;
  license: string | null | 'undecided';
};

/** The draft of a full-stack application. It survives a reload. */
export function useFullstackDraft() {
  const stored = useDraft<FullstackDraft>(`full-stack.${useUser().id}`, {
    ...{ frontend: EMPTY_PART, backend: EMPTY_PART },
    ...{ name: '', license: 'undecided' },
  });
  const frontend = useToken('full-stack.frontend-token');
  const backend = useToken('full-stack.backend-token');
  const discard = () => {
    stored.clear();
    frontend.setToken('');
    backend.setToken('');
  };
  return { ...stored, tokens: { frontend, backend }, discard };
}

const FULL_STACK = '/new-app/full-stack';
export const FULLSTACK_STEPS = [
  {
    key: 'frontend-repo',
    title: t('Front end'),
    path: `${FULL_STACK}/pick-frontend-repo`,
    isDone: ({ frontend }) => hasRepository(frontend),
  },
  {
    key: 'frontend-settings',
    title: t('Front-end settings'),
    path: `${FULL_STACK}/frontend-settings`,
    isDone: ({ name }) => v.is(SiteName, name),
  },
  {
    key: 'backend-repo',
    title: t('Back end'),
    path: `${FULL_STACK}/pick-backend-repo`,
    isDone: ({ backend }) => hasRepository(backend),
  },
  {
    key: 'backend-settings',
    title: t('Back-end settings'),
    path: `${FULL_STACK}/backend-settings`,
    isDone: () => true,
  },
  {
    key: 'plan',
    title: t('Plan'),
    path: `${FULL_STACK}/select-a-plan`,
    isDone: ({ license }) => license !== 'undecided',
  },
  { key: 'confirm', title: t('Confirm'), path: `${FULL_STACK}/finalize-and-confirm`, isDone: () => true },
] as const satisfies readonly WizardStep<FullstackDraft>[];
export type FullstackPart = 'frontend' | 'backend';

export const fullstackPath = (key: (typeof FULLSTACK_STEPS)[number]['key']): string =>
  FULLSTACK_STEPS.find((step) => step.key === key)?.path ?? FULLSTACK_STEPS[0].path;

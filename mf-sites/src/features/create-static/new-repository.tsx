import { t } from '@panel/core';
import { useState } from 'react';
import { GithubCreateRepoInput } from '@panel/contract/schemas';
import { Button, Checkbox } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useCreateRepository } from '@panel/resources/github';

/** Creates an empty repository in the connected account. */
export function NewRepository({ onCreated }: { onCreated: (fullName: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="s" icon="plus" onClick={() => setOpen(true)}>
        {t('Create a repository')}
      </Button>
      {isOpen && <NewRepositoryPanel onCreated={onCreated} onClose={() => setOpen(false)} />}
    </div>
  );
}

type PanelProps = { onCreated: (fullName: string) => void; onClose: () => void };

function NewRepositoryPanel({ onCreated, onClose }: PanelProps) {
  const create = useCreateRepository();
  const [isPublic, setPublic] = useState(false);
  const form = useForm({
    schema: GithubCreateRepoInput,
    values: { repo_name: '' },
    onSubmit: async ({ repo_name }) => {
      const { data } = await create.mutateAsync({ repo_name, repo_visibility: isPublic ? 'public' : 'private' });
      onCreated(data.full_name);
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Create a repository')} submitLabel={t('Create')} onClose={onClose}>
      <FormField
        form={form}
        name="repo_name"
        label={t('Name')}
        required
        help={t('It is empty at first. Push a commit before you publish it.')}
        autoComplete="off"
        autoFocusInDialog
      />
      <Checkbox label={t('Anyone can see it')} checked={isPublic} onChange={setPublic} />
    </FormPanel>
  );
}

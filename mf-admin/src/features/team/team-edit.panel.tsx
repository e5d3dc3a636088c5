import { t } from '@panel/core';
import * as v from 'valibot';
import type { Team } from '@panel/core';
import { TextArea } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useSaveTeam } from '@panel/resources/team';
import { TeamForm } from './team-form.ts';

type Props = {
  /** Null for a new team. */
  team: Team | null;
  /** Packages that belong to no team. */
  free: readonly string[];
  onClose: () => void;
  onDone: (message: string) => void;
};

const valuesOf = (team: Partial<Pick<Team, 'name' | 'packages'>> | null) => ({
  name: team?.name ?? '',
  packages: team?.packages?.join(', ') ?? '',
});

/** Name and packages of a team. */
export function TeamEditPanel({ team, free, onClose, onDone }: Props) {
  const save = useSaveTeam(team?.id ?? null, (message) => {
    onClose();
    onDone(message);
  });
  const values = valuesOf(team);
  const form = useForm({
    schema: TeamForm,
    values,
    ...(team && { saved: values }),
    savedOf: (current) => valuesOf({ ...team, ...current }),
    onSubmit: (input, opened) =>
      save.mutateAsync({ ...input, ...(team && { expected: v.parse(v.partial(TeamForm), opened) }) }),
  });
  return (
    <FormPanel
      form={form}
      title={team ? t('Edit {name}', { name: team.name }) : t('Add team')}
      submitLabel={team ? t('Save') : t('Add team')}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('Name')} required maxLength={60} />
      <FormField
        form={form}
        name="packages"
        label={t('Packages')}
        help={
          free.length > 0
            ? t('Separate several with commas. A package belongs to one team at most. Without a team: {packages}.', {
                packages: free.join(', '),
              })
            : t('Separate several with commas. A package belongs to one team at most.')
        }
      >
        {(input) => <TextArea {...input} className="p-mono" rows={3} spellCheck={false} />}
      </FormField>
    </FormPanel>
  );
}

import { t, type FileItem } from '@panel/core';
import { Checkbox, Select, Stack } from '@panel/ui';
import { FormField, FormPanel, useForm, useWatch } from '@panel/ui/form';
import { joinPath, useFileMode } from '@panel/resources/file';
import * as v from 'valibot';
import './file-mode.css';

const ModeForm = v.object({
  mode: v.pipe(v.string(), v.regex(/^[0-7]{3}$/, t('Enter three digits from 0 to 7, for example 644.'))),
  reach: v.picklist(['one', 'files', 'folders', 'all']),
});

type Props = { id: string; folder: string; item: FileItem; onClose: () => void };

const who = () => [t('The site'), t('Its group'), t('Everyone else')];
const what = () => [
  { bit: 4, label: t('Read') },
  { bit: 2, label: t('Write') },
  { bit: 1, label: t('Execute') },
];

/** Permissions as three digits or as boxes: of the site itself, of its group, and of everybody else. */
export function FileModePanel({ id, folder, item, onClose }: Props) {
  const { mutateAsync: change } = useFileMode(id);
  const form = useForm({
    schema: ModeForm,
    values: { mode: item.mode.toString(8).padStart(3, '0'), reach: 'one' as const },
    onSubmit: async ({ mode, reach }) => {
      await change({ path: joinPath(folder, item.name), mode: Number.parseInt(mode, 8), reach });
      onClose();
    },
  });
  const mode = useWatch({ control: form.control, name: 'mode' });
  const digits = /^[0-7]{3}$/.test(mode) ? [...mode].map(Number) : [0, 0, 0];
  const toggle = (at: number, bit: number) =>
    form.setValue('mode', digits.map((digit, index) => (index === at ? digit ^ bit : digit)).join(''), {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <FormPanel form={form} title={t('Permissions')} submitLabel={t('Save')} onClose={onClose}>
      <FormField
        form={form}
        name="mode"
        label={t('Permissions')}
        help={t('644 suits files, and 755 suits folders.')}
        required
        autoComplete="off"
        inputMode="numeric"
        autoFocusInDialog
      />
      <div className="file-mode">
        {who().map((group, at) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            <Stack gap={1}>
              {what().map(({ bit, label }) => (
                <Checkbox
                  key={bit}
                  label={label}
                  checked={((digits[at] ?? 0) & bit) !== 0}
                  onChange={() => toggle(at, bit)}
                />
              ))}
            </Stack>
          </fieldset>
        ))}
      </div>
      {item.kind === 'folder' && (
        <FormField form={form} name="reach" label={t('Apply to')}>
          {(input) => (
            <Select
              {...input}
              onChange={(reach) => reach !== '' && input.onChange(reach)}
              options={[
                { value: 'one', label: t('This folder alone') },
                { value: 'files', label: t('All files in it') },
                { value: 'folders', label: t('This folder and all folders in it') },
                { value: 'all', label: t('This folder and everything in it') },
              ]}
            />
          )}
        </FormField>
      )}
    </FormPanel>
  );
}

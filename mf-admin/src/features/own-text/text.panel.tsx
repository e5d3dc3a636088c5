import { t, translated, type OwnTexts } from '@panel/core';
import { LANGUAGES } from '@panel/contract/languages';
import {
  argumentsIn,
  compiled,
  isDictionaryKey,
  OWN_TEXT_MAX,
  ownTextProblem,
  problemInEnglish,
} from '@panel/contract/own-texts';
import { useSaveTexts } from '@panel/resources/partner';
import { Stack, Text, TextArea, toast } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import * as v from 'valibot';
import { SaveFailure } from '../version/save-failure.tsx';
import { ENTRIES } from './text-labels.ts';
import type { Chosen } from './text-row.tsx';
import { TextPreview } from './text-preview.tsx';

/** The texts of a language with another one in place of `text`; without it if there is none. */
export const textsWith = ({ texts }: OwnTexts, text: string, own: string | null) => [
  ...texts.filter((one) => one.text !== text).map((one) => ({ text: one.text, own: one.own })),
  ...(own === null ? [] : [{ text, own }]),
];

const schemaOf = (text: string) =>
  v.object({
    own: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed ? ownTextProblem(text, dataset.value) : null;
        if (!problem) return;
        const said = translated(problem.template, problem.values);
        addIssue({ message: said === problem.template ? problemInEnglish(problem) : said });
      }),
    ),
  });

/** What the own text has to keep of the original. */
function Rules({ text }: { text: string }) {
  const names = [...argumentsIn(compiled(text) ?? []).counted.keys()].map((name) => `{${name}}`).join(' ');
  return (
    <>
      {names && (
        <Text as="p" size="s" tone="muted">
          {t('The panel fills in {names}. Keep what is in braces.', { names })}
        </Text>
      )}
      {/<\d/.test(text) && (
        <Text as="p" size="s" tone="muted">
          {t('Marks with a number enclose a link, a name or a button. Keep each of them.')}
        </Text>
      )}
    </>
  );
}

type Props = { data: OwnTexts; chosen: Chosen; onClose: () => void };

/** One own text: what the panel says, what the partner says instead, and how that looks. */
export function TextPanel({ data, chosen: { text, shown }, onClose }: Props) {
  const { language, version } = data;
  const save = useSaveTexts(language);
  const entry = isDictionaryKey(text) ? ENTRIES[text] : null;
  const saved = data.texts.find((one) => one.text === text)?.own ?? (entry ? '' : shown);
  const form = useForm({
    schema: schemaOf(text),
    values: { own: saved },
    saved: { own: saved },
    onSubmit: async ({ own }) => {
      await save.mutateAsync({ base: version, language, texts: textsWith(data, text, own) });
      toast.success({ message: t('Your text is live. Pages show it when they are next loaded.') });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      title={entry ? entry.label : t('Your own text')}
      submitLabel={t('Save')}
      submitDisabledReason={form.dirty ? null : t('Change something first.')}
      call="partnerAdmin.saveTexts"
      failure={
        <SaveFailure
          error={form.failure}
          onDiscard={() => form.reset({ own: saved })}
          conflict={(message) =>
            t('{message} What you entered is still here. Save again; the other texts stay as they are now.', {
              message,
            })
          }
        />
      }
      onClose={onClose}
    >
      <Stack gap={4}>
        {!entry && (
          <div>
            <Text size="s" weight="medium">
              {t('The panel says')}
            </Text>
            <p className="own-text-said" lang={language} dir={LANGUAGES[language].dir}>
              {shown}
            </p>
            {shown !== text && (
              <Text as="p" size="s" tone="muted" className="p-break">
                {text}
              </Text>
            )}
          </div>
        )}
        <FormField form={form} name="own" label={entry ? entry.label : t('You say')} help={entry?.help} required>
          {(input) => (
            <TextArea
              {...input}
              rows={4}
              maxLength={OWN_TEXT_MAX}
              lang={language}
              dir={entry ? 'auto' : LANGUAGES[language].dir}
            />
          )}
        </FormField>
        {!entry && <Rules text={text} />}
        {!entry && <TextPreview text={text} own={form.watch('own')} language={language} />}
      </Stack>
    </FormPanel>
  );
}

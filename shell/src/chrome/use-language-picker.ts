import type { ChangeEvent } from 'react';
import { LANGUAGE_TAGS, languageOf } from '@panel/contract/languages';
import type { FrameModel, Picker } from '@panel/frame';
import { useSetLanguage } from '@panel/resources/user';

/** The language of the panel before the sign-in; who is signed in has it in the profile menu. */
export function useLanguagePicker({ language }: Pick<FrameModel, 'language'>): Picker {
  const { mutate, isPending, variables } = useSetLanguage();
  const onChange = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = languageOf(target.value);
    if (chosen && chosen !== language) mutate(chosen);
  };
  return {
    select: { value: (isPending && variables) || language, disabled: isPending, onChange },
    languages: LANGUAGE_TAGS,
  };
}

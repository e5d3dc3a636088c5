import { LANGUAGES, type Language } from '@panel/contract/languages';
import type { FrameModel } from './frame-model.ts';
import type { Attributes, Renderer } from './renderer.ts';

/** Attributes of the picker's list, and the languages to choose from; the initial HTML has the current one alone. */
export type Picker = { select: Attributes; languages?: readonly Language[] };

/** Chooses the language, before the sign-in: each by the name that its own speakers use. */
export const languagePicker = <N>(
  { h, t }: Renderer<N>,
  { language }: Pick<FrameModel, 'language'>,
  { select, languages = [language] }: Picker,
): N =>
  h(
    'label',
    { className: 'f-language' },
    h('span', null, t('Language')),
    h(
      'select',
      select,
      languages.map((tag) => h('option', { key: tag, value: tag, lang: tag }, LANGUAGES[tag].name)),
    ),
  );

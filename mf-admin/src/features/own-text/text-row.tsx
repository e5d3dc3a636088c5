import type { ReactNode } from 'react';
import type { OwnText, OwnTexts } from '@panel/core';
import { LANGUAGES, type Language } from '@panel/contract/languages';
import { Inline, Text } from '@panel/ui';
import { placesOf } from './text-labels.ts';

/** A text to change: its English, which is its id, and what the panel says in the language. */
export type Chosen = Pick<OwnText, 'text' | 'shown'>;
export type PartProps = { data: OwnTexts; onEdit: (text: Chosen) => void };

type RowProps = {
  /** What is said, in the language. */
  said: string;
  /** Without one the page's own. */
  language?: Language;
  /** What it replaces, or its English. */
  instead: string | null;
  where: readonly string[];
  badge?: ReactNode;
  actions: ReactNode;
};

/** A text in a list, where it appears, and what can be done with it. */
export const TextRow = ({ said, language, instead, where, badge, actions }: RowProps) => (
  <li className="own-text-row">
    <div className="own-text-about">
      <span className="p-break" lang={language} dir={language && LANGUAGES[language].dir}>
        {said}
      </span>
      {instead !== null && (
        <Text as="p" size="s" tone="muted" className="p-break">
          {instead}
        </Text>
      )}
      <Inline gap={2}>
        {badge}
        {where.length > 0 && (
          <Text size="s" tone="soft">
            {placesOf(where)}
          </Text>
        )}
      </Inline>
    </div>
    <Inline gap={2}>{actions}</Inline>
  </li>
);

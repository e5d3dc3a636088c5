import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LANGUAGE_TAGS, LANGUAGES, languageOf, SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { pageLocale, t } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { ownTextsQuery } from '@panel/resources/partner';
import { Page, SegmentedControl, Stack } from '@panel/ui';
import { VersionList } from '../version/version-list.tsx';
import { EntriesCard } from './entries.card.tsx';
import { FindCard } from './find.card.tsx';
import { OwnCard } from './own.card.tsx';
import type { Chosen } from './text-row.tsx';
import { TextPanel } from './text.panel.tsx';
import './own-text.css';

const languageIn = (search: URLSearchParams): Language =>
  languageOf(search.get('language')) ?? languageOf(pageLocale()) ?? SOURCE_LANGUAGE;

const SEGMENTS = LANGUAGE_TAGS.map((value) => ({ value, label: LANGUAGES[value].name }));

/** /admin/branding/texts: single texts of the panel and its emails in the partner's own words, by language. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const language = languageIn(search);
  const { data } = useSuspenseQuery(ownTextsQuery(language));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const parts = { data, onEdit: setChosen };
  return (
    <Page
      title={t('Texts')}
      subtitle={t(
        'Say single texts of the panel and of its emails in your own words. Everyone sees them from the next page that they open.',
      )}
    >
      <Stack gap={5}>
        <SegmentedControl
          label={t('Language')}
          segments={SEGMENTS}
          value={language}
          onChange={(next) => setSearch({ language: next }, { replace: true, preventScrollReset: true })}
        />
        <FindCard key={language} {...parts} />
        <OwnCard key={`own ${language}`} {...parts} />
        {language === SOURCE_LANGUAGE && <EntriesCard {...parts} />}
        <VersionList kind="texts" live={data.version} />
      </Stack>
      {chosen && <TextPanel key={chosen.text} data={data} chosen={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

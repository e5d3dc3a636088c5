import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { findTextsQuery } from '@panel/resources/partner';
import { Button, Card, ErrorState, SearchInput, Stack, Text } from '@panel/ui';
import { TextRow, type PartProps } from './text-row.tsx';

/** All texts of the panel, by what is typed. */
export function FindCard({ data, onEdit }: PartProps) {
  const { language } = data;
  const [search, setSearch] = useState('');
  const { data: found, error, refetch } = useQuery(findTextsQuery(language, search));
  return (
    <Card title={t('Find a text')}>
      <Stack gap={3}>
        <SearchInput
          value={search}
          onChange={setSearch}
          label={t('Search in all texts')}
          placeholder={t('Words as the panel says them, in this language or in English')}
        />
        {error && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
        {search !== '' && found && (
          <Stack gap={2}>
            <Text as="p" size="s" tone="muted">
              {found.total > found.texts.length
                ? t('{total} texts. The shortest {shown} are shown; type more of the text.', {
                    total: found.total,
                    shown: found.texts.length,
                  })
                : t('{total, plural, =0 {No text has these words.} one {# text} other {# texts}}', {
                    total: found.total,
                  })}
            </Text>
            <ul className="own-text-list" aria-label={t('Found texts')}>
              {found.texts.map((one) => (
                <TextRow
                  key={one.text}
                  said={one.shown}
                  language={language}
                  instead={one.shown === one.text ? null : one.text}
                  where={one.where}
                  actions={
                    <Button
                      size="s"
                      aria-label={t('Change “{text}”', { text: one.shown })}
                      call="partnerAdmin.saveTexts"
                      onClick={() => onEdit(one)}
                    >
                      {t('Change')}
                    </Button>
                  }
                />
              ))}
            </ul>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

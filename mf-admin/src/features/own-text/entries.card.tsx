import { t } from '@panel/core';
import { DICTIONARY_KEYS } from '@panel/contract/own-texts';
import { useSaveTexts } from '@panel/resources/partner';
import { Banner, Button, Card, Text } from '@panel/ui';
import { ENTRIES } from './text-labels.ts';
import { TextRow, type PartProps } from './text-row.tsx';
import { textsWith } from './text.panel.tsx';

/** Entries of the dictionary that are no texts of the panel; they count in every language. */
export function EntriesCard({ data, onEdit }: PartProps) {
  const save = useSaveTexts(data.language);
  const ownOf = (key: string) => data.texts.find(({ text }) => text === key)?.own;
  return (
    <Card title={t('Sign-in text and support links')}>
      {save.error && (
        <Banner kind="danger" live title={t('Nothing was saved')}>
          {save.error.message}
        </Banner>
      )}
      <Text as="p" size="s" tone="soft">
        {t('They are the same in every language.')}
      </Text>
      <ul className="own-text-list">
        {DICTIONARY_KEYS.map((key) => {
          const { label } = ENTRIES[key];
          return (
            <TextRow
              key={key}
              said={label}
              instead={ownOf(key) ?? t('None')}
              where={[]}
              actions={
                <>
                  <Button
                    size="s"
                    aria-label={t('Change “{text}”', { text: label })}
                    call="partnerAdmin.saveTexts"
                    onClick={() => onEdit({ text: key, shown: '' })}
                  >
                    {t('Change')}
                  </Button>
                  {ownOf(key) !== undefined && (
                    <Button
                      size="s"
                      aria-label={t('Remove “{text}”', { text: label })}
                      call="partnerAdmin.saveTexts"
                      onClick={() =>
                        save.mutate({
                          base: data.version,
                          language: data.language,
                          texts: textsWith(data, key, null),
                        })
                      }
                    >
                      {t('Remove')}
                    </Button>
                  )}
                </>
              }
            />
          );
        })}
      </ul>
    </Card>
  );
}

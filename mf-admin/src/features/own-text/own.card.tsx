import { t } from '@panel/core';
import { isDictionaryKey } from '@panel/contract/own-texts';
import { useSaveTexts } from '@panel/resources/partner';
import { Badge, Banner, Button, Card, Text } from '@panel/ui';
import { TextRow, type PartProps } from './text-row.tsx';
import { textsWith } from './text.panel.tsx';

/** What the partner says in its own words, with a way back to the panel's. */
export function OwnCard({ data, onEdit }: PartProps) {
  const { language, version } = data;
  const save = useSaveTexts(language);
  const texts = data.texts.filter(({ text }) => !isDictionaryKey(text));
  return (
    <Card title={t('Your texts')}>
      {save.error && (
        <Banner kind="danger" live title={t('Nothing was saved')}>
          {save.error.message}
        </Banner>
      )}
      {texts.length === 0 && (
        <Text tone="muted">{t('You say everything as the panel does. Find a text above to change it.')}</Text>
      )}
      <ul className="own-text-list" aria-label={t('Your texts')}>
        {texts.map((one) => (
          <TextRow
            key={one.text}
            said={one.own}
            language={language}
            instead={t('Instead of: {text}', { text: one.shown })}
            where={one.where}
            badge={!one.used && <Badge tone="warning">{t('No longer used')}</Badge>}
            actions={
              <>
                <Button
                  size="s"
                  aria-label={t('Change “{text}”', { text: one.own })}
                  call="partnerAdmin.saveTexts"
                  onClick={() => onEdit(one)}
                >
                  {t('Change')}
                </Button>
                <Button
                  size="s"
                  aria-label={t('Remove “{text}”', { text: one.own })}
                  call="partnerAdmin.saveTexts"
                  loading={save.isPending && save.variables.texts.every(({ text }) => text !== one.text)}
                  onClick={() => save.mutate({ base: version, language, texts: textsWith(data, one.text, null) })}
                >
                  {t('Remove')}
                </Button>
              </>
            }
          />
        ))}
      </ul>
    </Card>
  );
}

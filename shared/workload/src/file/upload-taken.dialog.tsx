import { useState } from 'react';
import { t } from '@panel/core';
import { Button, Checkbox, Dialog, Stack, Text } from '@panel/ui';
import { joinPath, shownName, type Uploads } from '@panel/resources/file';

/** Asks what becomes of files whose names are taken, one after the other or all at once. */
export function UploadTakenDialog({ uploads: { items, decide } }: { uploads: Uploads }) {
  const [forAll, setForAll] = useState(false);
  const taken = items.filter(({ state }) => state === 'taken');
  const [first] = taken;
  if (!first) return null;
  const others = taken.length - 1;
  const choose = (what: 'replace' | 'keep' | 'skip') => {
    decide(forAll || others === 0 ? taken.map(({ key }) => key) : [first.key], what);
    setForAll(false);
  };
  return (
    <Dialog
      open
      title={t('Replace the file?')}
      tone="danger"
      onClose={() => choose('skip')}
      footer={
        <>
          <Button onClick={() => choose('skip')}>{t('Skip')}</Button>
          <Button onClick={() => choose('keep')}>{t('Keep both')}</Button>
          <Button kind="danger" onClick={() => choose('replace')}>
            {t('Replace')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text as="p">{t('There is already a file of this name. If you replace it, its content is gone.')}</Text>
        <Text as="p" weight="medium" className="p-break">
          <bdi>{shownName(joinPath(first.folder, first.path))}</bdi>
        </Text>
        {others > 0 && (
          <Checkbox
            label={t('Do the same for {count, plural, one {# other file} other {# other files}}', { count: others })}
            checked={forAll}
            onChange={setForAll}
          />
        )}
      </Stack>
    </Dialog>
  );
}

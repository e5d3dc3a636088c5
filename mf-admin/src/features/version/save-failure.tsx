import { ApiError, pageLocale, t } from '@panel/core';
import { Banner, Button } from '@panel/ui';

/** What happened, without what the error advises: these forms have a better way than to reload the page. */
const firstSentence = (message: string): string => {
  // In English the advice is known; a name may have a full stop.
  if (message.includes(' Reload')) return message.split(' Reload', 1)[0] ?? message;
  const [first] = new Intl.Segmenter(pageLocale(), { granularity: 'sentence' }).segment(message);
  return first?.segment.trim() ?? message;
};

type Props = {
  error: unknown;
  onDiscard: () => void;
  /** What saving again does after another person's change; gets what happened. */
  conflict: (message: string) => string;
};

/** Why a version was not saved. After another person's change nothing is lost; this person chooses what to keep. */
export function SaveFailure({ error, onDiscard, conflict }: Props) {
  if (!(error instanceof Error) || (error instanceof ApiError && error.handled)) return null;
  const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
  if (!isConflict)
    return (
      <Banner kind="danger" live title={t('Nothing was saved')}>
        {error.message}
      </Banner>
    );
  return (
    <Banner
      kind="warning"
      live
      title={t('Someone else saved first')}
      action={
        <Button size="s" onClick={onDiscard}>
          {t('Discard mine')}
        </Button>
      }
    >
      {conflict(firstSentence(error.message))}
    </Banner>
  );
}

import { useState } from 'react';
import { t, useDirty } from '@panel/core';
import { Banner, Button, Card, Field, Inline, Stack, Text, TextArea } from '@panel/ui';
import { useHelpVote } from '@panel/resources/help';

/** "Was this helpful?" below an article: one answer for each person, which can be changed. */
export function Helpful({ slug }: { slug: string }) {
  const [answer, setAnswer] = useState<boolean | null>(null);
  const [comment, setComment] = useState('');
  const [isSent, setSent] = useState(false);
  const { mutate, isPending, error } = useHelpVote();
  useDirty(comment.trim() !== '' && !isSent, false);
  const send = (helpful: boolean, text: string) =>
    mutate({ slug, helpful, comment: text }, { onSuccess: () => text && setSent(true) });
  const choose = (helpful: boolean) => {
    setAnswer(helpful);
    send(helpful, comment.trim());
  };
  return (
    <Card title={t('Was this helpful?')} level={2}>
      <Stack gap={3}>
        <Inline gap={2}>
          <Button
            aria-pressed={answer === true}
            kind={answer === true ? 'primary' : 'default'}
            onClick={() => choose(true)}
          >
            {t('Yes')}
          </Button>
          <Button
            aria-pressed={answer === false}
            kind={answer === false ? 'primary' : 'default'}
            onClick={() => choose(false)}
          >
            {t('No')}
          </Button>
        </Inline>
        {error && (
          <Banner kind="danger" live>
            {error.message}
          </Banner>
        )}
        {answer !== null && !error && (
          <div role="status">
            <Text tone="soft">{isSent ? t('Thank you. We read every comment.') : t('Thank you.')}</Text>
          </div>
        )}
        {answer !== null && !isSent && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (comment.trim()) send(answer, comment.trim());
            }}
          >
            <Stack gap={2}>
              <Field
                label={answer ? t('What helped you? (optional)') : t('What is missing? (optional)')}
                help={t('Your provider reads this. Don’t enter passwords.')}
              >
                <TextArea value={comment} onChange={setComment} maxLength={1000} rows={3} />
              </Field>
              <div>
                <Button
                  type="submit"
                  loading={isPending}
                  disabledReason={comment.trim() ? null : t('Write a comment first.')}
                >
                  {t('Send comment')}
                </Button>
              </div>
            </Stack>
          </form>
        )}
      </Stack>
    </Card>
  );
}

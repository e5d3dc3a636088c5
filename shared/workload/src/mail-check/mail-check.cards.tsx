import { MailSelectorForm } from '@panel/contract/schemas';
import { t, type MailFinding, type MailKey } from '@panel/core';
import { Badge, Button, Card, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { MAIL_STATUS_LABELS } from '@panel/resources/dns';

/** A selector as people type it: that of Google Workspace. */
const EXAMPLE_SELECTOR = 'google';

function Status({ status }: Pick<MailFinding, 'status'>) {
  const { label, tone } = MAIL_STATUS_LABELS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

function Finding({ finding: { found, text, advice } }: { finding: MailFinding }) {
  return (
    <>
      <Text className="p-break">{text}</Text>
      {found.map((record) => (
        <code key={record} className="p-break">
          {record}
        </code>
      ))}
      {advice !== null && <Text className="p-break">{t('What to do: {advice}', { advice })}</Text>}
    </>
  );
}

/** How good one part of a domain’s email settings is, with what was found and what to do. */
export const MailPartCard = ({ title, about, finding }: { title: string; about: string; finding: MailFinding }) => (
  <Card title={title} actions={<Status status={finding.status} />}>
    <Stack gap={3}>
      <Text tone="muted">{about}</Text>
      <Finding finding={finding} />
    </Stack>
  </Card>
);

type KeysProps = { keys: readonly MailKey[]; hasMail: boolean; onSelector: (selector: string) => void; busy: boolean };

/** The DKIM keys, and the form for a selector that is not known. */
export function MailKeysCard({ keys, hasMail, onSelector, busy }: KeysProps) {
  const form = useForm({
    schema: MailSelectorForm,
    values: { selector: '' },
    guard: false,
    onSubmit: ({ selector }) => onSelector(selector),
  });
  return (
    <Card title={t('Signatures (DKIM)')}>
      <Stack gap={4}>
        <Text tone="muted">
          {t(
            'Your mail provider signs email with a key. Receivers check the signature with the public part of the key, which is in the DNS under the name of its selector.',
          )}
        </Text>
        {keys.map((key) => (
          <Card key={key.selector} title={key.selector} level={3} actions={<Status status={key.status} />}>
            <Stack gap={3}>
              <Finding finding={key} />
            </Stack>
          </Card>
        ))}
        {keys.length === 0 && (
          <Text>
            {hasMail
              ? t(
                  'No selector is known. Enter the one that your mail provider shows; it is also the s= in the DKIM-Signature of an email that you sent.',
                )
              : t('The domain receives no email, so it needs no key.')}
          </Text>
        )}
        <Form form={form} aria-label={t('Another selector')}>
          <FormField
            form={form}
            name="selector"
            label={t('Selector')}
            placeholder={EXAMPLE_SELECTOR}
            spellCheck={false}
            required
          />
          <div>
            <Button type="submit" loading={busy}>
              {t('Check this selector')}
            </Button>
          </div>
        </Form>
      </Stack>
    </Card>
  );
}

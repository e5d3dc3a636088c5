import { MAIL_TEMPLATES, type MailTemplate } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Button, Menu } from '@panel/ui';

/** The providers whose records can be added at once. */
export function MailMenu({ onChoose }: { onChoose: (template: MailTemplate) => void }) {
  return (
    <Menu
      label={t('Set up email')}
      trigger={(props) => (
        <Button {...props} icon="mail">
          {t('Set up email')}
        </Button>
      )}
      items={MAIL_TEMPLATES.map((template, at) => ({
        key: template.id,
        label: template.name,
        separated: at === MAIL_TEMPLATES.length - 1,
        onSelect: () => onChoose(template),
      }))}
    />
  );
}

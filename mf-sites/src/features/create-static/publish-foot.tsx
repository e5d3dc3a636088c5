import { t } from '@panel/core';
import { Button, ButtonLink } from '@panel/ui';
import { staticPath, useStaticDraft } from './static-draft.ts';

/** The end of the form of a last step: back to the plan, and what creates the site. */
export function PublishFoot({ label, busy }: { label: string; busy: boolean }) {
  const { draft } = useStaticDraft();
  return (
    <div className="p-form-foot">
      <ButtonLink icon="arrow-left" to={staticPath('plan', draft)}>
        {t('Back')}
      </ButtonLink>
      <Button kind="primary" type="submit" loading={busy}>
        {label}
      </Button>
    </div>
  );
}

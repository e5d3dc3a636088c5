import { t } from '@panel/core';
import { Checkbox } from '@panel/ui';

type Props = { checked: boolean; onChange: (checked: boolean) => void };

/** Asked first, because tables of other programs may hold the old address on purpose. */
export const OtherTablesBox = ({ checked, onChange }: Props) => (
  <Checkbox
    label={t('Also replace the old address in tables that do not start with the WordPress prefix')}
    help={t(
      'The prefix is often wp_. Such tables belong to other programs, or to plugins that ignore the prefix. The task lists them.',
    )}
    checked={checked}
    onChange={onChange}
  />
);

import { useSuspenseQuery } from '@tanstack/react-query';
import { t, useRoleRefusal } from '@panel/core';
import { Card, Switch } from '@panel/ui';
import { cannotRequire, secondFactorsQuery, staffPolicyQuery, useSaveStaffPolicy } from '@panel/resources/security';

/** What is required of all staff. For staff. */
export function StaffPolicySection() {
  const { data: policy } = useSuspenseQuery(staffPolicyQuery);
  const { data: factors } = useSuspenseQuery(secondFactorsQuery);
  const save = useSaveStaffPolicy();
  const refusal = useRoleRefusal()('security.saveStaffPolicy') ?? undefined;
  const reason = refusal ?? (policy.second_factor ? undefined : cannotRequire(factors));
  return (
    <Card title={t('Staff')}>
      <Switch
        label={t('Require a second factor of all staff')}
        help={reason ?? t('Staff without one can only set one up until they have it.')}
        checked={policy.second_factor}
        disabled={reason !== undefined || save.isPending}
        onChange={(isRequired) => save.mutate({ second_factor: isRequired })}
      />
    </Card>
  );
}

import { t } from '@panel/core';
import { CopyText, Stack } from '@panel/ui';

/** Host names, each with a button that copies it. */
export const HostList = ({ hosts }: { hosts: readonly string[] }) => (
  <Stack gap={1}>
    {hosts.map((host) => (
      <CopyText key={host} text={host} label={t('Copy {text}', { text: host })} />
    ))}
  </Stack>
);

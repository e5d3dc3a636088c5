import { t, usePartner } from '@panel/core';
import { useOfferedProviders, useStartAtProvider } from '@panel/resources/login-provider';
import { Button, Stack } from '@panel/ui';
import { Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';

/** On the sign-in page: the providers that the partner has set up, if it shows other login options. */
export function ProviderButtons({ next }: { next: string | undefined }) {
  const { attributes } = usePartner();
  const isShown = attributes.SHOW_OTHER_LOGIN_OPTIONS === 'true';
  const { data } = useOfferedProviders(isShown);
  const start = useStartAtProvider(next, (address) => fullLoad(address, '/login'));
  if (!isShown || !data || data.rows.length === 0) return null;
  return (
    <Stack gap={2}>
      {data.rows.map(({ slug, name }) => (
        <Button
          key={slug}
          block
          loading={(start.isPending || start.isSuccess) && start.variables === slug}
          onClick={() => start.mutate(slug)}
        >
          {t('Continue with {name}', { name })}
        </Button>
      ))}
      {start.error && <Notice>{start.error.message}</Notice>}
    </Stack>
  );
}

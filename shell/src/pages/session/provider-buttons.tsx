import { useMutation, useQuery } from '@tanstack/react-query';
import { t, usePartner } from '@panel/core';
import { offeredProvidersQuery, startAtProvider } from '@panel/resources/login-provider';
import { Button, Stack } from '@panel/ui';
import { Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';

/** On the sign-in page: the providers that the partner has set up, if it shows other login options. */
export function ProviderButtons({ next }: { next: string | undefined }) {
  const { attributes } = usePartner();
  const isShown = attributes.SHOW_OTHER_LOGIN_OPTIONS === 'true';
  const { data } = useQuery({ ...offeredProvidersQuery, enabled: isShown });
  const start = useMutation({
    mutationFn: (slug: string) => startAtProvider({ slug, next }),
    onSuccess: ({ redirectUrl }) => fullLoad(redirectUrl, '/login'),
  });
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

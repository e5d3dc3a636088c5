import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { UserCode } from '@panel/contract/schemas';
import { ApiError, t } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Card, EmptyState, ErrorState, Page, Skeleton } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { deviceRequestQuery, wrongCode } from '@panel/resources/device';
import { CodeForm } from './activate.schema.ts';
import { ApprovalCard } from './approval.form.tsx';

/** The code goes into the address, where a sign-in in between keeps it. */
function EnterCode({ typed, onCode }: { typed: string; onCode: (code: string) => void }) {
  const form = useForm({
    schema: CodeForm,
    values: { code: typed },
    guard: false,
    onSubmit: ({ code }) => onCode(code),
  });
  return (
    <Card>
      <Form form={form} submitLabel={t('Continue')}>
        <FormField
          form={form}
          name="code"
          label={t('Code')}
          required
          help={t('The eight letters that your terminal shows, for example WDJB-MJHT.')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Form>
    </Card>
  );
}

/** What was decided; the program learns of it by itself. */
const Decided = ({ outcome }: { outcome: 'allowed' | 'denied' }) => (
  <Card>
    <div role="status">
      <EmptyState
        icon={outcome === 'allowed' ? 'check' : 'close'}
        title={outcome === 'allowed' ? t('You can return to your terminal') : t('Access was denied')}
        text={
          outcome === 'allowed'
            ? t('It has access in a few seconds. You can revoke its token at any time.')
            : t('The program gets no access. If you did not start this, nothing else has to be done.')
        }
        action={<ButtonLink to="/my-account/api-tokens">{t('Review API tokens')}</ButtonLink>}
      />
    </div>
  </Card>
);

function Asked({ code, onAgain }: { code: string; onAgain: () => void }) {
  const [outcome, setOutcome] = useState<'allowed' | 'denied' | null>(null);
  const { data, error, isFetching, refetch } = useQuery(deviceRequestQuery(code));
  if (outcome) return <Decided outcome={outcome} />;
  if (data) return <ApprovalCard request={data} onDone={setOutcome} />;
  if (!error) return <Skeleton kind="form" rows={5} label={t('Looking for what asks')} />;
  const wrong = error instanceof ApiError ? wrongCode(error.code) : undefined;
  if (!wrong) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon="error"
          {...wrong}
          action={
            <Button kind="primary" onClick={onAgain}>
              {t('Enter another code')}
            </Button>
          }
        />
      </div>
    </Card>
  );
}

/** /activate: lets a program that shows a code into the account. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const typed = search.get('code') ?? '';
  const { success, output } = v.safeParse(UserCode, typed);
  return (
    <Page
      title={t('Connect a program')}
      subtitle={t('A program on another computer gets a token of its own, as far as you allow.')}
      width="form"
    >
      {success ? (
        <Asked key={output} code={output} onAgain={() => setSearch({})} />
      ) : (
        <EnterCode typed={typed} onCode={(code) => setSearch({ code })} />
      )}
    </Page>
  );
}

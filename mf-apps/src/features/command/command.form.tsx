import * as v from 'valibot';
import { t, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { runPath, useStartRun } from '@panel/resources/app';
import { OneFieldCard } from '../app/one-field.card.tsx';

const Command = v.pipe(v.string(), v.trim(), v.minLength(1, t('Enter a command.')));

/** Runs one command, and shows it while it runs. */
export function CommandForm({ app, reason }: { app: App; reason: string | undefined }) {
  const navigate = useNavigate();
  const start = useStartRun(app.id);
  return (
    <OneFieldCard
      title={t('Run a command')}
      name="command"
      label={t('Command')}
      help={t('Such as npm run migrate. It is started without a shell and may take 10 minutes.')}
      schema={Command}
      submitLabel={t('Run command')}
      kind="primary"
      icon="play"
      disabledReason={reason}
      onSubmit={async (command) => {
        const { data } = await start.mutateAsync(command);
        await navigate(runPath(app.id, data.id));
      }}
    />
  );
}

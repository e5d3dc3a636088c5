import * as v from 'valibot';
import { t, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, Card } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { runPath, useStartRun } from '@panel/resources/app';

const CommandInput = v.object({ command: v.pipe(v.string(), v.trim(), v.minLength(1, t('Enter a command.'))) });

/** Runs one command, and shows it while it runs. */
export function CommandForm({ app, reason }: { app: App; reason: string | undefined }) {
  const navigate = useNavigate();
  const start = useStartRun(app.id);
  const form = useForm({
    schema: CommandInput,
    values: { command: '' },
    guard: false,
    async onSubmit({ command }) {
      const { data } = await start.mutateAsync(command);
      await navigate(runPath(app.id, data.id));
    },
  });
  return (
    <Card title={t('Run a command')}>
      <Form form={form} aria-label={t('Run a command')}>
        <FormField
          form={form}
          name="command"
          label={t('Command')}
          help={t('Such as npm run migrate. It is started without a shell and may take 10 minutes.')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit" kind="primary" icon="play" loading={form.busy} disabledReason={reason}>
            {t('Run command')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

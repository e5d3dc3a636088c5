import * as v from 'valibot';
import { Button, Card, type ButtonProps } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';

type Props = {
  title: string;
  /** What the field is called in the call, whose errors name it. */
  name: string;
  label: string;
  help: string;
  schema: v.GenericSchema<string, string>;
  submitLabel: string;
  disabledReason: string | undefined;
  onSubmit: (value: string) => unknown;
} & Pick<ButtonProps, 'kind' | 'icon'>;

/** One value that starts something at once. */
export function OneFieldCard({ title, name, label, help, schema, submitLabel, onSubmit, ...button }: Props) {
  const form = useForm({
    schema: v.object({ [name]: schema }),
    values: { [name]: '' },
    guard: false,
    onSubmit: (given) => onSubmit(given[name] ?? ''),
  });
  return (
    <Card title={title}>
      <Form form={form} aria-label={title}>
        <FormField form={form} name={name} label={label} help={help} required autoComplete="off" spellCheck={false} />
        <div>
          <Button type="submit" loading={form.busy} {...button}>
            {submitLabel}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

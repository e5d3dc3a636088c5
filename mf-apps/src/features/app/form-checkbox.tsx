import { Checkbox } from '@panel/ui';
import { useFormField, type FormState } from '@panel/ui/form';

type Values = Record<string, unknown>;
type Props<I extends Values, O> = { form: FormState<I, O>; name: keyof I & string; label: string; help?: string };

/** A field of a form that is on or off. */
export function FormCheckbox<I extends Values, O>({ form, name, label, help }: Props<I, O>) {
  const { value, onChange } = useFormField(form, name as never);
  return <Checkbox label={label} help={help} checked={Boolean(value)} onChange={onChange as (isOn: boolean) => void} />;
}

import { Checkbox, Stack, Text } from '@panel/ui';

type ChoiceProps<T extends string> = {
  legend: string;
  help: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
};

/** Any of several. */
export function Choice<T extends string>({ legend, help, options, chosen, onChange }: ChoiceProps<T>) {
  return (
    <fieldset>
      <legend>
        <Text weight="medium">{legend}</Text>
      </legend>
      <Stack gap={2}>
        <Text tone="soft" size="s">
          {help}
        </Text>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

import { DNS_TTL_DEFAULT, DNS_TYPES, DnsRecord, zoneProblems } from '@panel/contract/schemas';
import * as v from 'valibot';
import { Select, Text } from '@panel/ui';
import { FormField, FormPanel, useForm, useWatch } from '@panel/ui/form';
import {
  DNS_TYPE_LABELS,
  inputsOf,
  newInputs,
  RECORD_FIELDS,
  recordOf,
  ttlChoices,
  type RecordInputs,
} from '@panel/resources/dns';
import type { ZoneDraft } from './use-zone-draft.ts';

const RecordForm = v.pipe(
  v.custom<RecordInputs>((value) => typeof value === 'object' && value !== null),
  v.transform(recordOf),
  DnsRecord,
);

const TYPES = DNS_TYPES.map((value) => ({ value, label: value }));
const FLAGS = [
  { value: '0', label: '0 (usual)' },
  { value: '128', label: '128 (critical)' },
];
const TAGS = [
  { value: 'issue', label: 'issue: certificates' },
  { value: 'issuewild', label: 'issuewild: wildcard certificates' },
  { value: 'iodef', label: 'iodef: where to report' },
];
const NUMBERS = [
  ['priority', 'Priority', 'The lowest is tried first.'],
  ['weight', 'Weight', 'Shares the load among hosts with the same priority.'],
  ['port', 'Port', undefined],
] as const;

type Props = {
  fqdn: string;
  draft: ZoneDraft;
  /** The record to edit; null for a new one. */
  record: DnsRecord | null;
  onClose: () => void;
};

/** A new record, or a change of one, in the draft. */
export function RecordPanel({ fqdn, draft, record, onClose }: Props) {
  const form = useForm({
    schema: RecordForm,
    values: record ? inputsOf(record) : newInputs(DNS_TTL_DEFAULT),
    guard: false,
    onSubmit: (next) => {
      const others = draft.records.filter((each) => each !== record);
      // The others don’t conflict, so whatever is wrong is wrong because of this one.
      const [problem] = zoneProblems(fqdn, [...others, next]);
      if (problem) throw new Error(problem.message);
      if (record) draft.edit(record, next);
      else draft.add(next);
      onClose();
    },
  });
  const [type, ttl] = useWatch({ control: form.control, name: ['type', 'ttl'] });
  const { about, value } = DNS_TYPE_LABELS[type];
  const fields = RECORD_FIELDS[type];
  return (
    <FormPanel
      form={form}
      title={record ? 'Edit record' : 'Add a record'}
      submitLabel={record ? 'Change record' : 'Add record'}
      onClose={onClose}
    >
      <FormField form={form} name="type" label="Type" required>
        {({ onChange, ...input }) => (
          <Select {...input} options={TYPES} onChange={(chosen) => chosen !== '' && onChange(chosen)} />
        )}
      </FormField>
      <Text size="s" tone="muted">
        {about}
      </Text>
      <FormField form={form} name="name" label="Name" help="@ for the domain itself" suffix={`.${fqdn}`} required />
      {NUMBERS.filter(([name]) => fields.includes(name)).map(([name, label, help]) => (
        <FormField key={name} form={form} name={name} label={label} help={help} inputMode="numeric" required />
      ))}
      {fields.includes('flags') && (
        <FormField form={form} name="flags" label="Flags" required>
          {(input) => <Select {...input} options={FLAGS} />}
        </FormField>
      )}
      {fields.includes('tag') && (
        <FormField form={form} name="tag" label="Tag" required>
          {(input) => <Select {...input} options={TAGS} />}
        </FormField>
      )}
      <FormField
        form={form}
        name="value"
        label={value.label}
        help={value.help}
        placeholder={value.placeholder}
        spellCheck={false}
        required
      />
      <FormField form={form} name="ttl" label="TTL" help="How long resolvers keep the answer" required>
        {(input) => <Select {...input} options={ttlChoices(Number(ttl))} />}
      </FormField>
    </FormPanel>
  );
}

import { DNS_TTL_DEFAULT, DNS_TYPES, DnsRecord, zoneProblems } from '@panel/contract/schemas';
import * as v from 'valibot';
import { t } from '@panel/core';
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
  { value: '0', label: t('0 (usual)') },
  { value: '128', label: t('128 (critical)') },
];
const TAGS = [
  { value: 'issue', label: t('issue: certificates') },
  { value: 'issuewild', label: t('issuewild: wildcard certificates') },
  { value: 'iodef', label: t('iodef: where to report') },
];
const NUMBERS = [
  ['priority', t('Priority'), t('The lowest is tried first.')],
  ['weight', t('Weight'), t('Shares the load among hosts with the same priority.')],
  ['port', t('Port'), undefined],
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
      title={record ? t('Edit record') : t('Add a record')}
      submitLabel={record ? t('Change record') : t('Add record')}
      onClose={onClose}
    >
      <FormField form={form} name="type" label={t('Type')} required>
        {({ onChange, ...input }) => (
          <Select {...input} options={TYPES} onChange={(chosen) => chosen !== '' && onChange(chosen)} />
        )}
      </FormField>
      <Text size="s" tone="muted">
        {about}
      </Text>
      <FormField
        form={form}
        name="name"
        label={t('Name')}
        help={t('@ for the domain itself')}
        suffix={`.${fqdn}`}
        required
      />
      {NUMBERS.filter(([name]) => fields.includes(name)).map(([name, label, help]) => (
        <FormField key={name} form={form} name={name} label={label} help={help} inputMode="numeric" required />
      ))}
      {fields.includes('flags') && (
        <FormField form={form} name="flags" label={t('Flags')} required>
          {(input) => <Select {...input} options={FLAGS} />}
        </FormField>
      )}
      {fields.includes('tag') && (
        <FormField form={form} name="tag" label={t('Tag')} required>
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
      <FormField form={form} name="ttl" label={t('TTL')} help={t('How long resolvers keep the answer')} required>
        {(input) => <Select {...input} options={ttlChoices(Number(ttl))} />}
      </FormField>
    </FormPanel>
  );
}

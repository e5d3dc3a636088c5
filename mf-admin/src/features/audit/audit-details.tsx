import { t } from '@panel/core';
import { Button, formatDate, Heading, SidePanel, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { auditFacts, auditTitle, type AuditLine } from '@panel/resources/audit';

const Value = ({ text }: { text: string }) => <Text className="p-break">{text}</Text>;

/** One line: who, from where, what was given, and what it changed. */
export const AuditDetails = ({ line, onClose }: { line: AuditLine; onClose: () => void }) => (
  <SidePanel open title={auditTitle(line)} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <Stack gap={5}>
      <DataList
        items={[
          { key: 'at', label: t('When'), value: formatDate(line.created_at) },
          ...auditFacts(line).map(({ value, ...rest }) => ({ ...rest, value: <Value text={value} /> })),
        ]}
      />
      {line.changes.length > 0 && (
        <Stack gap={3}>
          <Heading level={3}>{t('Before and after')}</Heading>
          <DataList
            items={line.changes.map(({ field, before, after }) => ({
              key: field,
              label: field,
              value: <Value text={t('{before} → {after}', { before: before || '–', after: after || '–' })} />,
            }))}
          />
        </Stack>
      )}
      {line.details.length > 0 && (
        <Stack gap={3}>
          <Heading level={3}>{t('Details')}</Heading>
          <DataList
            items={line.details.map(({ name, value }) => ({
              key: name,
              label: name,
              value: <Value text={value || '–'} />,
            }))}
          />
        </Stack>
      )}
    </Stack>
  </SidePanel>
);

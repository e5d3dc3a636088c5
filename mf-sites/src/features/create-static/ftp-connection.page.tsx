import * as v from 'valibot';
import { FTP_PORTS, FTP_PROTOCOLS, FtpServer, type FtpProtocol } from '@panel/contract/schemas';
import { usePartner, t, Trans } from '@panel/core';
import { Card, Field, Grid, PasswordInput, Select, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { usePublishSource } from '@panel/resources/github';
import { PublishFailure } from './publish-failure.tsx';
import { PublishFoot } from './publish-foot.tsx';
import { PublishProgress, usePublishTask } from './publish-progress.tsx';
import { useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';
import { UntrustedServer } from './untrusted-server.tsx';

const PROTOCOLS = [
  { value: 'sftp', label: t('SFTP (files over SSH)') },
  { value: 'ftps', label: t('FTP with TLS') },
  { value: 'ftp', label: t('FTP (not encrypted)') },
] as const satisfies readonly { value: FtpProtocol; label: string }[];

const { ftp_host_key: _accepted, ...withoutKey } = FtpServer.entries;

/** The fields as they are typed: an empty port is the protocol's own. */
const Connection = v.object({
  ...withoutKey,
  ftp_protocol: v.picklist(FTP_PROTOCOLS),
  ftp_port: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,5}$/, t('A port is a number from 1 to 65535.')),
    v.transform((text) => (text === '' ? undefined : Number(text))),
    FtpServer.entries.ftp_port,
  ),
  ftp_path: v.pipe(v.string(), v.maxLength(1000)),
});

/** /create-site/ftp-connection */
export function Component() {
  const { taskId, show, close } = usePublishTask();
  if (!taskId) return <ConnectionStep onStarted={show} />;
  const untrusted = (siteId: string) => <UntrustedServer siteId={siteId} onAccepted={close} />;
  return <PublishProgress taskId={taskId} onAgain={close} untrusted={untrusted} />;
}

function ConnectionStep({ onStarted }: { onStarted: (taskId: string) => void }) {
  const { draft, update, password, setPassword, fqdn, license_key } = useStaticDraft();
  const { sitesDomain } = usePartner();
  const publish = usePublishSource();
  const { ftp_host, ftp_port, ftp_username, ftp_path, ftp_host_key } = draft;
  const ftp_protocol = PROTOCOLS.find(({ value }) => value === draft.ftp_protocol)?.value ?? 'sftp';
  const form = useForm({
    schema: Connection,
    values: { ftp_host, ftp_port, ftp_protocol, ftp_username, ftp_password: password, ftp_path },
    keep: ({ ftp_password, ...typed }) => {
      // An accepted key belongs to one server.
      const isSame = (['ftp_host', 'ftp_port', 'ftp_protocol'] as const).every((name) => typed[name] === draft[name]);
      update(isSame ? typed : { ...typed, ftp_host_key: '' });
      setPassword(ftp_password);
    },
    onSubmit: async (server) => {
      const ftp_path = server.ftp_path || '.';
      const source = { ...server, ftp_path, ftp_host_key: ftp_host_key || undefined, type: 'ftp_migration' as const };
      const { task_id } = await publish.mutateAsync({ fqdn, domain: sitesDomain, source, license_key });
      onStarted(task_id);
    },
  });
  const protocol = useFormField(form, 'ftp_protocol');
  const { error: wrongPassword, ...passwordField } = useFormField(form, 'ftp_password');
  return (
    <StaticWizard
      step="publish"
      title={t('Copy from a server')}
      subtitle={t('We copy the files once. Nothing changes on the other server.')}
    >
      <Form form={form} failure={<PublishFailure error={form.failure} />}>
        <Card title={t('Server')}>
          <Stack gap={4}>
            <Field label={t('Protocol')}>
              <Select
                value={protocol.value}
                onChange={(chosen) => chosen && protocol.onChange(chosen)}
                options={PROTOCOLS}
              />
            </Field>
            <Grid min="s">
              <FormField
                form={form}
                name="ftp_host"
                label={t('Host')}
                required
                autoCapitalize="none"
                spellCheck={false}
              />
              <FormField
                form={form}
                name="ftp_port"
                label={t('Port')}
                inputMode="numeric"
                help={t('Leave empty for {port}.', { port: String(FTP_PORTS[ftp_protocol]) })}
              />
            </Grid>
            <Grid min="s">
              <FormField
                form={form}
                name="ftp_username"
                label={t('User name')}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Field label={t('Password')} required error={wrongPassword} help={t('Used once, and never stored.')}>
                <PasswordInput {...passwordField} autoComplete="off" />
              </Field>
            </Grid>
            {ftp_host_key && (
              <Text as="p" size="s" tone="soft" className="p-break">
                <Trans
                  id="Accepted fingerprint of this server: <0>{fingerprint}</0>"
                  values={{ fingerprint: ftp_host_key }}
                  parts={[(piece) => <Text mono>{piece}</Text>]}
                />
              </Text>
            )}
            <FormField
              form={form}
              name="ftp_path"
              label={t('Folder')}
              help={t('The folder with your pages, e.g. /public_html. Empty for the folder that you see after login.')}
              autoCapitalize="none"
              spellCheck={false}
            />
          </Stack>
        </Card>
        <Text as="p" size="s" tone="muted">
          {t('{fqdn} is reserved, and the files are published. PHP, hidden files and links are left out.', { fqdn })}
        </Text>
        <PublishFoot label={t('Publish site')} busy={form.busy} />
      </Form>
    </StaticWizard>
  );
}

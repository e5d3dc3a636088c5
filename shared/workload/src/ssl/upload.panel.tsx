import { CertificateFiles } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { TextArea } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useUploadCertificate } from '@panel/resources/ssl';

const ROWS = 8;

/** Uploads a certificate with its key. */
export function UploadPanel({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const upload = useUploadCertificate(siteId);
  const form = useForm({
    schema: CertificateFiles,
    values: { certificate: '', key: '' },
    onSubmit: async (files) => {
      await upload.mutateAsync(files);
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Upload your own certificate')} submitLabel={t('Upload')} onClose={onClose}>
      <FormField
        form={form}
        name="certificate"
        label={t('Certificate')}
        help={t('In PEM, with the intermediate certificates of your provider, in any order.')}
        required
        autoFocusInDialog
      >
        {(input) => <TextArea {...input} rows={ROWS} spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="key"
        label={t('Private key')}
        help={t('In PEM, without a password. It is stored encrypted, and never shown again.')}
        required
      >
        {(input) => <TextArea {...input} rows={ROWS} spellCheck={false} autoComplete="off" />}
      </FormField>
    </FormPanel>
  );
}

import { usePartner, type Site, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button } from '@panel/ui';
import { useEditorAddress } from '@panel/resources/site-builder';

type Props = { site: Pick<Site, 'fqdn'>; kind?: 'default' | 'primary'; disabledReason?: string | undefined };

/** Opens the editor of a site, at the address that the server returns. */
export function EditSiteButton({ site, kind = 'default', disabledReason }: Props) {
  const { domain } = usePartner();
  const navigate = useNavigate();
  const editor = useEditorAddress(site);
  return (
    <Button
      kind={kind}
      icon="edit"
      loading={editor.isPending}
      disabledReason={disabledReason}
      onClick={() => editor.mutate(domain, { onSuccess: (path) => void navigate(path) })}
    >
      {t('Edit site')}
    </Button>
  );
}

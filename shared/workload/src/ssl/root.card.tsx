import { t } from '@panel/core';
import { Button, Card, Stack, Text } from '@panel/ui';
import { saveAs } from '../parts/save-as.ts';

/** What browsers need to trust the certificates of this server. */
export const RootCard = ({ root }: { root: string }) => (
  <Card
    title={t('Trust this server')}
    actions={
      <Button icon="download" onClick={() => saveAs('panel-authority.crt', root)}>
        {t('Download root certificate')}
      </Button>
    }
  >
    <Stack gap={3}>
      <Text as="p" tone="soft">
        {t(
          'This server issues its certificates itself, and browsers warn of them until you import its root certificate once: in Chrome under Settings, Privacy and security, Security, Manage certificates, as a trusted root; in Firefox under Settings, Privacy & Security, View Certificates, Authorities.',
        )}
      </Text>
    </Stack>
  </Card>
);

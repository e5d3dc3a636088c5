import { Button, Card, Stack, Text } from '@panel/ui';
import { saveAs } from '../dns/save-as.ts';

/** What browsers need to trust the certificates of this server. */
export const RootCard = ({ root }: { root: string }) => (
  <Card
    title="Trust this server"
    actions={
      <Button icon="download" onClick={() => saveAs('panel-authority.crt', root)}>
        Download root certificate
      </Button>
    }
  >
    <Stack gap={3}>
      <Text as="p" tone="soft">
        This server issues its certificates itself, and browsers warn of them until you import its root certificate
        once: in Chrome under Settings, Privacy and security, Security, Manage certificates, as a trusted root; in
        Firefox under Settings, Privacy & Security, View Certificates, Authorities.
      </Text>
    </Stack>
  </Card>
);

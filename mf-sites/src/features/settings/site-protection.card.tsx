import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Button, Card, lazyPanel, Stack, Text } from '@panel/ui';
import { cannotChange, protectionQuery, useProtectSite } from '@panel/resources/site';

// The page is opened more often than the form, so the form loads with its panel.
const SiteProtectionPanel = lazyPanel(async () => (await import('./site-protection.panel.tsx')).SiteProtectionPanel);

/** Password protection at the edge: visitors must sign in before they see anything of the site. */
export function SiteProtectionCard({ site }: { site: Site }) {
  const id = site.site_id ?? '';
  const {
    data: { password_protection: on },
  } = useSuspenseQuery(protectionQuery(id));
  const [editing, setEditing] = useState(false);
  const protect = useProtectSite(id);
  const reason = cannotChange(site);
  return (
    <Card
      title="Password protection"
      footer={
        <>
          <Button icon="lock" onClick={() => setEditing(true)} disabledReason={reason}>
            {on ? 'Change' : 'Protect with a password'}
          </Button>
          {on && (
            <Button
              onClick={() => protect.mutate({ password_protection: null, expected: on })}
              loading={protect.isPending}
              disabledReason={reason}
            >
              Remove protection
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        <Text as="p" tone="soft">
          {on ? (
            <>
              Visitors are asked for a password. The user name is <strong>{on.username}</strong>.
            </>
          ) : (
            'Anyone can visit this site.'
          )}
        </Text>
        {protect.isError && (
          <Banner kind="danger" live>
            {protect.error.message}
          </Banner>
        )}
      </Stack>
      {editing && <SiteProtectionPanel siteId={id} username={on?.username ?? ''} onClose={() => setEditing(false)} />}
    </Card>
  );
}

import { brandOf, decideAccess, findRoute, usePartner, useRegistry, useViewer, t, Trans } from '@panel/core';
import { Inline, Link, Page, Stack } from '@panel/ui';
import { HelpTopicCard } from './help-topic.tsx';
import { helpTopics } from './help-variant.ts';

/** /help, with or without a session, for both kinds of partner. */
export function Component() {
  const partner = usePartner();
  const viewer = useViewer();
  const manifests = useRegistry().remotes.map(({ manifest }) => manifest);
  const topics = helpTopics(partner);
  const canOpen = (path: string) => {
    const found = findRoute(manifests, path);
    // Only signed-out visitors need the sign-in link.
    if (!found) return path === '/forgotPassword' && viewer === null;
    return decideAccess(found.route, partner, viewer) === 'ok';
  };
  return (
    <Page
      title={t('Help center')}
      subtitle={t('How to get things done with {company}.', { company: brandOf(partner).company })}
      width="form"
    >
      <nav aria-label={t('Topics')}>
        <Inline gap={4}>
          {topics.map(({ id, title }) => (
            <Link key={id} href={`#${id}`}>
              {title}
            </Link>
          ))}
        </Inline>
      </nav>
      <Stack gap={6}>
        {topics.map((topic) => (
          <HelpTopicCard key={topic.id} topic={topic} canOpen={canOpen} />
        ))}
        <p>
          <Trans
            id="Not answered? Write to <0>{supportEmail}</0>."
            values={{ supportEmail: partner.supportEmail }}
            parts={[(piece) => <Link href={`mailto:${partner.supportEmail}`}>{piece}</Link>]}
          />
        </p>
      </Stack>
    </Page>
  );
}

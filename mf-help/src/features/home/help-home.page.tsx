import { brandOf, decideAccess, findRoute, usePartner, useRegistry, useViewer } from '@panel/core';
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
    <Page title="Help center" subtitle={`How to get things done with ${brandOf(partner).company}.`} width="form">
      <nav aria-label="Topics">
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
          Not answered? Write to <Link href={`mailto:${partner.supportEmail}`}>{partner.supportEmail}</Link>.
        </p>
      </Stack>
    </Page>
  );
}

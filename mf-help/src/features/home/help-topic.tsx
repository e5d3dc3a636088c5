import { Card, Heading, Link, Stack } from '@panel/ui';
import type { HelpTopic } from './help-topics.ts';

type Props = {
  topic: HelpTopic;
  /** Whether the reader can open this page; links to others are left out. */
  canOpen: (path: string) => boolean;
};

/** One topic: questions with their steps, and a link to the page for them. */
export function HelpTopicCard({ topic, canOpen }: Props) {
  return (
    <section id={topic.id} aria-labelledby={`${topic.id}-title`}>
      <Stack gap={3}>
        <Heading id={`${topic.id}-title`}>{topic.title}</Heading>
        {topic.entries.map(({ question, steps, link }) => (
          <Card key={question} title={question} level={3}>
            <Stack gap={3}>
              <ol className="p-list">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              {link && canOpen(link.route) && (
                <div>
                  <Link to={link.to}>{link.label}</Link>
                </div>
              )}
            </Stack>
          </Card>
        ))}
      </Stack>
    </section>
  );
}

import { Badge, Inline } from '@panel/ui';

/** The tags of a customer, a site or an application. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <Inline gap={1}>
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </Inline>
);

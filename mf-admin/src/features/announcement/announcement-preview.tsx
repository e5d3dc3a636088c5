import { useAnnouncementPreview } from '@panel/resources/announcement';
import { MarkdownPreview } from '../help/markdown-preview.tsx';

/** The text as customers would see it. */
export const AnnouncementPreview = ({ markdown }: { markdown: () => string }) => (
  <MarkdownPreview markdown={markdown} preview={useAnnouncementPreview()} />
);

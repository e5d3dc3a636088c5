import { useHelpPreview } from '@panel/resources/help';
import { MarkdownPreview } from './markdown-preview.tsx';

/** The text as readers would see it. */
export const HelpPreview = ({ markdown }: { markdown: () => string }) => (
  <MarkdownPreview markdown={markdown} preview={useHelpPreview()} />
);

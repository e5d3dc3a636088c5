import { t } from '@panel/core';
import { CopyText, Stack, Text } from '@panel/ui';
import { FORM_SNIPPET } from '@panel/resources/submission';
import './submission-snippet.css';

/** How a page of a site gets a form. */
export const SubmissionSnippet = () => (
  <Stack gap={3}>
    <Text as="p" tone="soft">
      {t(
        'Paste this form into a page of your site. It needs no script. Replace “contact” by a name for your form, and add fields as you like. For files, add enctype="multipart/form-data" to the form.',
      )}
    </Text>
    <pre className="p-mono submission-snippet">{FORM_SNIPPET}</pre>
    <CopyText text={FORM_SNIPPET} label={t('Copy HTML')} buttonOnly />
    <Text as="p" tone="soft">
      {t(
        '_next is the page of your site that visitors see afterwards. Leave _gotcha hidden: only programs fill it in, and what they send is marked as spam.',
      )}
    </Text>
  </Stack>
);

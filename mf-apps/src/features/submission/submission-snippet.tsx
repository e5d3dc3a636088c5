import { t } from '@panel/core';
import { CopyText, Stack, Text } from '@panel/ui';

const SNIPPET = `<form action="/.panel/forms/contact" method="post">
  <label>Name <input name="name" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Message <textarea name="message" required></textarea></label>
  <input name="_gotcha" hidden tabindex="-1" autocomplete="off">
  <input name="_next" type="hidden" value="/">
  <button>Send</button>
</form>`;

/** How a page of a site gets a form. */
export const SubmissionSnippet = () => (
  <Stack gap={3}>
    <Text as="p" tone="soft">
      {t(
        'Paste this form into a page of your site. It needs no script. Replace “contact” by a name for your form, and add fields as you like. For files, add enctype="multipart/form-data" to the form.',
      )}
    </Text>
    <pre className="p-code">{SNIPPET}</pre>
    <CopyText text={SNIPPET} label={t('Copy HTML')} />
    <Text as="p" tone="soft">
      {t(
        '_next is the page of your site that visitors see afterwards. Leave _gotcha hidden: only programs fill it in, and what they send is marked as spam.',
      )}
    </Text>
  </Stack>
);

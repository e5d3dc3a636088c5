import { DEFAULT_BRAND } from '@panel/contract/colors';
import { BRAND_COLORS } from '@panel/contract/schemas';
import { Card, Field, Stack, Switch, TextArea } from '@panel/ui';
import { FormField, type ResourceFormState } from '@panel/ui/data';
import { ATTRIBUTE_NAMES } from '../version/version-words.ts';
import { BrandColorField } from './brand-color-field.tsx';
import { BrandContrast } from './brand-contrast.tsx';
import { BrandImageField } from './brand-image-field.tsx';
import type { BrandForm } from './branding.form.ts';

type Props = { form: ResourceFormState<typeof BrandForm> };

const Colors = ({ form }: Props) => (
  <Card title="Colours">
    <Stack gap={5}>
      <div className="brand-colors">
        {BRAND_COLORS.map((name) => (
          <BrandColorField
            key={name}
            form={form}
            name={name}
            label={ATTRIBUTE_NAMES[name] ?? name}
            fallback={DEFAULT_BRAND[name]}
          />
        ))}
      </div>
      <BrandContrast form={form} />
    </Stack>
  </Card>
);

const Words = ({ form }: Props) => (
  <Card title="Name and words">
    <Stack gap={5}>
      <FormField
        form={form}
        name="RESELLER_COMPANY_NAME"
        label="Company name"
        help="Shown in the header, the footer and emails. If empty, the panel shows its domain."
        maxLength={60}
        autoComplete="organization"
      />
      <FormField
        form={form}
        name="RESELLER_HOSTING_PAGE_TITLE"
        label="Page title"
        help="Shown in the browser tab after the page name."
        maxLength={80}
      />
      <FormField
        form={form}
        name="RESELLER_COMPANY_SLOGAN"
        label="Slogan"
        help="Shown beside the sign-in form."
        maxLength={140}
      />
    </Stack>
  </Card>
);

const Images = ({ form }: Props) => (
  <Card title="Pictures">
    <Stack gap={5}>
      <BrandImageField
        form={form}
        name="logo"
        label="Logo"
        help="On the sign-in page. PNG, SVG or WebP, at most 256 KB."
      />
      <BrandImageField
        form={form}
        name="logo_small"
        label="Small logo"
        help="In the header. PNG, SVG or WebP, at most 256 KB."
      />
      <BrandImageField
        form={form}
        name="favicon"
        label="Favicon"
        help="In the browser’s tab. PNG, SVG, ICO or WebP, at most 256 KB."
      />
    </Stack>
  </Card>
);

const Extras = ({ form }: Props) => (
  <Card title="Sign-in, migration and chat">
    <Stack gap={5}>
      <Switch
        label="Other login options"
        help="Shows a short text about the panel beside the sign-in form."
        checked={form.values.SHOW_OTHER_LOGIN_OPTIONS === 'true'}
        onChange={(on) => form.set({ SHOW_OTHER_LOGIN_OPTIONS: on ? 'true' : 'false' })}
      />
      <Switch
        label="Migration button"
        help="For site migrations, which this release doesn’t include yet."
        checked={form.values.SHOW_MIGRATION_SITE_BTN === 'true'}
        onChange={(on) => form.set({ SHOW_MIGRATION_SITE_BTN: on ? 'true' : 'false' })}
      />
      <FormField
        form={form}
        name="MIGRATION_VIDEO_LINK"
        label="Migration video"
        help="Link to a video that explains how to move a site. Used once migrations are available."
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
      />
      <Field
        label="Online chat script"
        error={form.errors['ONLINE_CHAT_SCRIPT']}
        help="The code from your chat provider. It runs in a separate frame that can’t read the panel, and only when someone opens the chat."
      >
        <TextArea
          name="ONLINE_CHAT_SCRIPT"
          className="p-mono"
          rows={4}
          spellCheck={false}
          value={form.values.ONLINE_CHAT_SCRIPT}
          onChange={(text) => form.set({ ONLINE_CHAT_SCRIPT: text })}
        />
      </Field>
    </Stack>
  </Card>
);

/** All that belongs to a brand. */
export const BrandFields = ({ form }: Props) => (
  <>
    <Colors form={form} />
    <Words form={form} />
    <Images form={form} />
    <Extras form={form} />
  </>
);

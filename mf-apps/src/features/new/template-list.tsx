import { t, type AppTemplate } from '@panel/core';
import { Badge, Text } from '@panel/ui';
import { frameworkLabel, runtimeLabel, templateLabel } from '@panel/resources/app';
import './template-card.css';

/** The choice of no template. */
export const SCRATCH = 'scratch';

type Props = { templates: readonly AppTemplate[]; value: string | null; onChange: (id: string) => void };

/** The templates as one group of choices. One that this server cannot run says what is missing. */
export const TemplateList = ({ templates, value, onChange }: Props) => (
  <fieldset className="app-templates">
    <legend className="p-visually-hidden">{t('Template')}</legend>
    {templates.map((template) => {
      const { id, framework, runtime, missing, picture_url } = template;
      const { name, description } = templateLabel(template);
      return (
        <label key={id} className="app-template">
          {picture_url && <img src={picture_url} alt="" loading="lazy" />}
          <span className="app-template-head">
            <input
              type="radio"
              name="template"
              value={id}
              checked={value === id}
              disabled={missing !== null}
              onChange={() => onChange(id)}
            />
            {name}
          </span>
          <Text size="s" tone="muted">
            {missing ?? description}
          </Text>
          <span>
            <Badge tone="neutral">{frameworkLabel(framework)}</Badge>{' '}
            <Badge tone="neutral">{runtimeLabel(runtime)}</Badge>
          </span>
        </label>
      );
    })}
    <label className="app-template">
      <span className="app-template-head">
        <input
          type="radio"
          name="template"
          value={SCRATCH}
          checked={value === SCRATCH}
          onChange={() => onChange(SCRATCH)}
        />
        {t('Start from scratch')}
      </span>
      <Text size="s" tone="muted">
        {t('An empty page at an address of your own, to be replaced by what you make.')}
      </Text>
    </label>
  </fieldset>
);

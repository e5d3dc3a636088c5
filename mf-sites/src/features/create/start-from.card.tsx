import { useQuery } from '@tanstack/react-query';
import { Banner, Card, Field, Link, RadioGroup, Select, Skeleton, Stack, Text } from '@panel/ui';
import { BLUEPRINTS_PATH, contentsLabel, DEFAULT_BLUEPRINT, usableBlueprintsQuery } from '@panel/resources/blueprint';
import type { ChosenBlueprint } from './site-draft.ts';
import { SOURCES, type SourceKey } from './sources.ts';

type BlueprintProps = { blueprint: ChosenBlueprint; startFrom: (blueprint: ChosenBlueprint) => void };
type Props = BlueprintProps & { source: SourceKey; onSource: (source: SourceKey) => void };

/** The blueprints that can be used now, after “Default”. */
function BlueprintChoice({ blueprint, startFrom }: BlueprintProps) {
  const { data: usable, error } = useQuery(usableBlueprintsQuery);
  if (error) return <Banner kind="danger">We couldn’t read your blueprints. {error.message}</Banner>;
  if (!usable) return <Skeleton kind="text" rows={2} />;
  if (usable.length === 0)
    return (
      <Text as="p" tone="soft">
        You have no blueprints yet. <Link to={BLUEPRINTS_PATH}>Make one</Link> from a site first.
      </Text>
    );
  const isGone = blueprint.id !== null && !usable.some(({ id }) => id === blueprint.id);
  const choose = (chosen: string) => {
    const { id, name } = usable.find((one) => one.id === chosen) ?? DEFAULT_BLUEPRINT;
    startFrom({ id, name });
  };
  const options = [
    { value: '', label: DEFAULT_BLUEPRINT.name },
    ...usable.map((one) => ({ value: one.id, label: `${one.name} (${contentsLabel(one).toLowerCase()})` })),
  ];
  return (
    <Stack gap={3}>
      {isGone && <Banner kind="warning">“{blueprint.name}” is no longer available. Choose another blueprint.</Banner>}
      <Field label="Blueprint">
        <Select options={options} value={isGone ? '' : (blueprint.id ?? '')} onChange={choose} />
      </Field>
    </Stack>
  );
}

/** What the new site starts from. */
export const StartFromCard = ({ source, onSource, ...choice }: Props) => (
  <Card title="Start from">
    <Stack gap={4}>
      <RadioGroup cards legend="Start from" hideLegend options={SOURCES} value={source} onChange={onSource} />
      {source === 'blueprint' && <BlueprintChoice {...choice} />}
      <Text as="p" size="s" tone="muted">
        No WordPress? <Link to="/create-site">Create a site from GitHub or from another server</Link>.
      </Text>
    </Stack>
  </Card>
);

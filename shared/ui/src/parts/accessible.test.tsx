import axe from 'axe-core';
import { renderInUi } from '../testing/in-ui.tsx';
import {
  Banner,
  Button,
  Card,
  Checkbox,
  CopyText,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Link,
  Page,
  PageTrail,
  Disclosure,
  PasswordInput,
  RadioGroup,
  RelativeTime,
  ResourceName,
  SearchInput,
  SegmentedControl,
  Select,
  Stat,
  Stats,
  StatusBadge,
  Switch,
  Tabs,
  TextInput,
} from '../index.ts';
import { DataList, Steps } from '../data.ts';

const nothing = () => undefined;

test('axe finds nothing on the parts', async () => {
  const { container } = renderInUi(
    <main>
      <PageTrail value={[{ title: 'Sites', to: '/sites' }, { title: 'Overview' }]}>
        <Page
          title="Overview"
          subtitle="One site."
          actions={<Button kind="primary">Publish</Button>}
          banner={
            <Banner kind="warning" title="Careful" dismissible>
              It is so.
            </Banner>
          }
        >
          <Card title="Information" actions={<IconButton icon="edit" label="Edit" />}>
            <DataList
              items={[
                { key: 's', label: 'Status', value: <StatusBadge status="ready" /> },
                { key: 'n', label: 'Server', value: <CopyText text="ns1" /> },
              ]}
            />
          </Card>
          <Stats>
            <Stat label="Ready" value="3" to="/sites" icon="check-circle" tone="success" />
            <Stat label="Page views" value="120" points={[{ at: 0, value: 1 }]} />
          </Stats>
          <Disclosure summary="What the plan allows">512 MB</Disclosure>
          <ResourceName icon="sites" title="Blog" detail="blog.example" to="/blog" />
          <EmptyState icon="sites" preview title="No sites yet" />
          <Steps
            current="b"
            steps={[
              { key: 'a', title: 'Plan', to: '/a' },
              { key: 'b', title: 'Finish' },
            ]}
          />
          <Field label="Name" help="Short." error="Too short." required>
            <TextInput value="" onChange={nothing} suffix=".dev" />
          </Field>
          <Field label="Password">
            <PasswordInput value="" onChange={nothing} />
          </Field>
          <Field label="Kind">
            <Select options={[{ value: 'a', label: 'A' }]} value="a" onChange={nothing} />
          </Field>
          <SearchInput value="x" onChange={nothing} label="Search sites" />
          <Checkbox label="Files" help="All of them." checked onChange={nothing} />
          <Switch label="Protect" checked={false} onChange={nothing} />
          <RadioGroup
            legend="Plan"
            options={[
              { value: 'a', label: 'A', help: 'One' },
              { value: 'b', label: 'B' },
            ]}
            value="a"
            onChange={nothing}
          />
          <SegmentedControl
            label="Period"
            segments={[
              { value: 'm', label: 'Monthly' },
              { value: 'y', label: 'Yearly' },
            ]}
            value="m"
            onChange={nothing}
          />
          <Tabs
            label="Parts"
            tabs={[
              { key: 'a', label: 'One', content: 'First' },
              { key: 'b', label: 'Two', content: 'Second' },
            ]}
            active="a"
            onChange={nothing}
          />
          <EmptyState icon="sites" title="No sites yet" />
          <ErrorState error={new Error('x')} onRetry={nothing} />
          <p>
            <RelativeTime at={Date.UTC(2026, 10, 20)} />{' '}
            <Link href="https://a.dev" newTab>
              Open
            </Link>
          </p>
        </Page>
      </PageTrail>
    </main>,
  );
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: true } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});

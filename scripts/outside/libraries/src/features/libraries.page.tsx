import { Page } from '@panel/ui';
import { DATA } from './data.tsx';
import { FORMS } from './forms.tsx';
import { OVERLAYS } from './overlays.tsx';
import { STATE } from './state.tsx';
import { STYLES } from './styles.tsx';

/** /libraries: each library does on this page what it is for; its example is a region with the name of the library. */
export function Component() {
  return (
    <Page title="Libraries">
      {Object.entries({ ...STATE, ...FORMS, ...STYLES, ...OVERLAYS, ...DATA }).map(([name, Example]) => (
        <section key={name} aria-label={name}>
          <Example />
        </section>
      ))}
    </Page>
  );
}

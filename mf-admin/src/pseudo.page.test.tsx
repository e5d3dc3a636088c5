import { screen, waitFor } from '@testing-library/react';
// Has hooks of its own, which a test cannot add.
import '@testing-library/user-event';
import type { Partner } from '@panel/contract';
import { pseudoTexts } from '@panel/contract/pseudo';
import { panelStore, partnerAtom } from '@panel/core';

/* Pages in a language that nobody speaks: what is still English did not go through t(). */

const languages = [{ en: pseudoTexts() }];

/** Words of the machine and of the scenario, which no catalogue has. */
const NOT_SAID =
  /\b(?:Scenario Hosting|Grace Hopper|PRO|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*|UTC|[AP]M|[\w.+-]+@[\w.-]+|[\w-]+(?:\.[\w-]+)+|English|Deutsch|Türkçe|DNS|E-commerce|https?:\S*|[KMG]B|#[\da-f]{3,6})\b|\/[\w/:{}.-]*|[A-Z_]{4,}/g;
/** A word with a plain vowel; in the pseudo language all of them have accents. */
const PLAIN = /\p{L}*[aeiouAEIOU]\p{L}+|\p{L}+[aeiouAEIOU]\p{L}*/gu;

function plainWords(root: Element): string[] {
  const texts = [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
    ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name)),
  ]);
  const found = texts.filter((text) => text !== null && PLAIN.test(text.replace(NOT_SAID, '')));
  return [...new Set(found.map(String))];
}

test.each(['/admin/branding', '/admin/branding/texts', '/admin/staff', '/admin/buy-links', '/customers'])(
  '%s says everything through t()',
  async (path) => {
    // Constants of modules are said when they are loaded.
    panelStore.set(partnerAtom, { languages } as Partner);
    const [{ makeScenario, renderPage }, { manifest }, { pages }] = await Promise.all([
      import('@panel/ui/testing'),
      import('./manifest.ts'),
      import('./pages.ts'),
    ]);
    const scenario = await makeScenario({ role: 'admin' });
    const as = { ...scenario, partner: { ...scenario.partner, languages } };
    const page = await renderPage({ remote: { manifest, pages }, path, as });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^\[.*·+\]$/);
    await waitFor(() => expect(document.querySelector('[aria-busy=true], [role=status]')).toBeNull());
    expect(plainWords(page.container)).toEqual([]);
  },
);

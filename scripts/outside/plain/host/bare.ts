/* A host that shares React and nothing of the panel. */
const show = (text: string): void => document.body.append(text);

import('mf_help/remote').then(
  () => show('It loaded.'),
  (error: unknown) => show(String(error)),
);

/** @param {import('@11ty/eleventy/UserConfig').default} config */
export default function configure(config) {
  config.addPassthroughCopy('src/style.css');
  config.addFilter('day', (date) => date.toISOString().slice(0, 10));
  return { dir: { input: 'src', output: '_site' } };
}

/** The style sheet of every page: type, widths, and the parts that the editor's blocks are made of. */
export const BASE_STYLES = `:root { --sb-ink: #1f2937; --sb-soft: #4b5563; --sb-line: #e5e7eb; --sb-ground: #ffffff; --sb-accent: #1d4ed8; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--sb-ink); background: var(--sb-ground); }
img { display: block; max-width: 100%; height: auto; }
h1, h2, h3 { line-height: 1.2; margin: 0 0 0.6em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 5vw, 3.25rem); }
h2 { font-size: clamp(1.5rem, 3vw, 2rem); }
p, ul, ol { margin: 0 0 1em; }
a { color: var(--sb-accent); }
.sb-header, .sb-hero, .sb-section, .sb-footer { padding: 3rem max(1.25rem, calc((100% - 68rem) / 2)); }
.sb-header { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: center; justify-content: space-between; padding-block: 1.25rem; border-bottom: 1px solid var(--sb-line); }
.sb-brand { font-weight: 700; font-size: 1.25rem; }
.sb-menu { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; }
.sb-menu a { color: inherit; text-decoration: none; }
.sb-menu a:hover, .sb-menu a:focus { text-decoration: underline; }
.sb-hero { padding-block: clamp(3rem, 10vw, 7rem); text-align: center; }
.sb-hero p { max-width: 40rem; margin-inline: auto; font-size: 1.2rem; color: var(--sb-soft); }
.sb-button { display: inline-block; padding: 0.7rem 1.5rem; border-radius: 0.5rem; background: var(--sb-accent); color: #ffffff; font-weight: 600; text-decoration: none; }
.sb-columns { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.sb-gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); }
.sb-gallery img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 0.5rem; }
.sb-text { max-width: 44rem; }
.sb-contact dt { font-weight: 600; }
.sb-contact dd { margin: 0 0 1em; }
.sb-footer { padding-block: 2rem; border-top: 1px solid var(--sb-line); color: var(--sb-soft); font-size: 0.95rem; }
.sb-footer p { margin: 0; }
`;

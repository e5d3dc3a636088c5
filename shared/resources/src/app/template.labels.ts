import { t, type AppTemplate } from '@panel/core';

type Label = { name: string; description: string };

/** Templates that are shipped with the panel. */
const TEMPLATES: Readonly<Record<string, Label>> = {
  'eleventy-site': { name: t('Eleventy site'), description: t('Pages and a blog, written in Markdown.') },
  'express-api': { name: t('Express API'), description: t('A server that answers with JSON.') },
  'hono-api': { name: t('Hono API'), description: t('A small and fast server that answers with JSON.') },
  notes: {
    name: t('Notes with a database'),
    description: t('A page in React, an Express API and a PostgreSQL database.'),
  },
  'react-router': {
    name: t('React on a server'),
    description: t('Pages that are rendered on the server, in TypeScript.'),
  },
  'static-page': {
    name: t('Static page'),
    description: t('One page with a style sheet. Nothing has to be built.'),
  },
  'vite-react': { name: t('React with Vite'), description: t('A single-page application in TypeScript.') },
};

/** What a template is called and does; a newer one has its own words. */
export const templateLabel = ({ id, name, description }: AppTemplate): Label => TEMPLATES[id] ?? { name, description };

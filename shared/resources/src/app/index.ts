export * from './app.queries.ts';

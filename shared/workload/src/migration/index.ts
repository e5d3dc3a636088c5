export { MigrationPages } from './migration-pages.card.tsx';

export * from './invoice-columns.tsx';

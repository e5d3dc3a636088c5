export * from './use-upload.ts';

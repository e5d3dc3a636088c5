export * from './file.labels.ts';
export * from './file.mutations.ts';
export * from './file.queries.ts';
export { useUploads, type ChosenFile, type UploadItem, type Uploads } from './use-uploads.ts';

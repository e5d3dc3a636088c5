import { call } from '../call.ts';
import {
  FILE_SAVE_BYTES,
  FileCreateInput,
  FileList,
  FileListQuery,
  FileModeInput,
  FileMoveInput,
  FileQuery,
  FileSaved,
  FileSaveInput,
  FileText,
  FileUploadForm,
} from '../schemas/file.ts';
import { Outcome } from '../schemas/user.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { FILE_UPLOAD_BYTES } from '../wire.ts';

const access = { audience: 'signed-in', section: WORKLOAD_SECTIONS, scope: 'closed', heavy: {} } as const;
const errors = ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'SITE_UNAVAILABLE'] as const;
const reads = { ...access, errors } as const;
const changing = [...errors, 'FILE_READ_ONLY', 'FILE_BUSY', 'FILE_SPECIAL'] as const;
const changes = { ...access, errors: changing } as const;
const growing = { ...access, grows: true, errors: [...changing, 'DISK_FULL'] } as const;

export const fileCalls = {
  list: call({
    method: 'GET',
    path: '/files/{id}',
    summary: 'Files and folders in a folder of a site or application',
    ...reads,
  })
    .input(FileListQuery)
    .output(FileList),
  read: call({
    method: 'GET',
    path: '/files/{id}/text',
    summary: 'A file as text, up to 1 MB',
    ...reads,
    // Files hold credentials, such as those of a database.
    staff: 'support',
  })
    .input(FileQuery)
    .output(FileText),
  save: call({
    method: 'PUT',
    path: '/files/{id}/text',
    summary: 'Save a text, unless the file has changed since it was read',
    bodyLimitBytes: FILE_SAVE_BYTES,
    ...growing,
    errors: [...growing.errors, 'FILE_CHANGED'],
  })
    .input(FileSaveInput)
    .output(FileSaved),
  create: call({
    method: 'POST',
    path: '/files/{id}',
    summary: 'Create an empty file or a folder',
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FileCreateInput)
    .output(Outcome),
  upload: call({
    method: 'POST',
    path: '/files/{id}/upload',
    summary: 'Upload a file into a folder of a site or application',
    upload: true,
    bodyLimitBytes: FILE_UPLOAD_BYTES,
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FileUploadForm)
    .output(Outcome),
  move: call({
    method: 'POST',
    path: '/files/{id}/move',
    summary: 'Rename or move a file or a folder',
    ...changes,
    errors: [...changing, 'FILE_EXISTS', 'FILE_INSIDE'],
  })
    .input(FileMoveInput)
    .output(Outcome),
  mode: call({
    method: 'PUT',
    path: '/files/{id}/mode',
    summary: 'Change the permissions of a file or a folder',
    ...changes,
  })
    .input(FileModeInput)
    .output(Outcome),
  remove: call({
    method: 'POST',
    path: '/files/{id}/remove',
    summary: 'Delete a file, or a folder with everything in it',
    ...changes,
  })
    .input(FileQuery)
    .output(Outcome),
};

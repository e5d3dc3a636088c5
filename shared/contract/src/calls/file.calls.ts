import { call } from '../call.ts';
import {
  FILE_SAVE_BYTES,
  FileArrived,
  FileBeginInput,
  FileCreateInput,
  FileDropInput,
  FileFound,
  FileList,
  FileListQuery,
  FileModeInput,
  FileMoveInput,
  FilePartForm,
  FileQuery,
  FileSaved,
  FileSaveInput,
  FileSearchQuery,
  FileText,
  FileUnzipInput,
  FileUnzipped,
  FileUploadForm,
  FileZipInput,
  FileZipped,
} from '../schemas/file.ts';
import { Outcome } from '../schemas/user.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { FILE_PART_BYTES } from '../wire.ts';

/** A form with a file of that size is a little larger: its fields come with it. */
const PART_FORM_BYTES = FILE_PART_BYTES + 64 * 1024;
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
  search: call({
    method: 'GET',
    path: '/files/{id}/search',
    summary:
      'Search a folder and what is below it by names, or in the lines of texts; ends after 15 seconds with what it has',
    ...reads,
    staff: 'support',
  })
    .input(FileSearchQuery)
    .output(FileFound),
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
    errors: [...growing.errors, 'FILE_CHANGED', 'FILE_EXISTS'],
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
    summary: 'Upload a file of up to 8 MB into a folder of a site or application',
    upload: true,
    bodyLimitBytes: PART_FORM_BYTES,
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FileUploadForm)
    .output(Outcome),
  beginUpload: call({
    method: 'POST',
    path: '/files/{id}/upload/begin',
    summary: 'Begin, or go on with, an upload in parts: says how much of the file has arrived',
    neverKept: true,
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FileBeginInput)
    .output(FileArrived),
  uploadPart: call({
    method: 'POST',
    path: '/files/{id}/upload/part',
    summary: 'Upload the next part of a file; the last one puts it into its folder',
    upload: true,
    neverKept: true,
    // The log names an upload when it begins, not each of its parts.
    noAuditLine: true,
    bodyLimitBytes: PART_FORM_BYTES,
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FilePartForm)
    .output(FileArrived),
  dropUpload: call({
    method: 'POST',
    path: '/files/{id}/upload/drop',
    summary: 'Remove what has arrived of an upload in parts',
    noAuditLine: true,
    ...changes,
  })
    .input(FileDropInput)
    .output(Outcome),
  copy: call({
    method: 'POST',
    path: '/files/{id}/copy',
    summary: 'Copy a file, or a folder with everything in it, to a name that is free',
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS', 'FILE_INSIDE'],
  })
    .input(FileMoveInput)
    .output(Outcome),
  zip: call({
    method: 'POST',
    path: '/files/{id}/zip',
    summary: 'Pack files and folders into a new zip',
    ...growing,
    errors: [...growing.errors, 'FILE_EXISTS'],
  })
    .input(FileZipInput)
    .output(FileZipped),
  unzip: call({
    method: 'POST',
    path: '/files/{id}/unzip',
    summary: 'Unpack a zip into a folder',
    ...growing,
    errors: [...growing.errors, 'FILE_NOT_ZIP', 'FILE_ZIP_UNSAFE', 'FILE_ZIP_LARGE'],
  })
    .input(FileUnzipInput)
    .output(FileUnzipped),
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

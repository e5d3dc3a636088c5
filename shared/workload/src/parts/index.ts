export { BuyLicense } from './buy-license.tsx';
export { FilePicker } from './file-picker.tsx';
export { byKind, type WorkloadFrame, type OnWorkload } from './on-workload.ts';
export { PlanContact } from './plan-contact.tsx';
export { saveAs } from './save-as.ts';
export { ToolData } from './tool-data.tsx';
export { UploadProgress } from './upload-progress.tsx';
export { useToolTask } from './use-tool-task.ts';

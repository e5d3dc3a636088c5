/** `<application>-p<key>`: what the driver hosts of a preview, in a folder of its own beside that of its application. */
const PREVIEW = /^([0-9a-f-]{36})-p[0-9a-f]{10}$/;

/** The id under which the preview of an application is hosted. */
export const previewIdOf = (appId: string, key: string): string => `${appId}-p${key}`;

/** The workload to which a hosted id belongs: of a preview its application, otherwise itself. */
export const workloadOf = (hostedId: string): string => PREVIEW.exec(hostedId)?.[1] ?? hostedId;

/** Whether a name on the disk is that of a preview of an application. */
export const isPreviewOf = (appId: string, name: string): boolean =>
  name.startsWith(appId) && PREVIEW.exec(name)?.[1] === appId;

export const BIN_PATH = '/sites/bin';
export const APP_BIN_PATH = '/apps/bin';

export const BIN_PATH = '/sites/bin';

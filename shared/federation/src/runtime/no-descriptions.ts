/* In a remote the runtime's errors keep their codes; the words for them are in the shell's copy. */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};

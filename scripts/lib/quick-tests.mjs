import hooks from 'node:async_hooks';

/*
 * For `node --import`, of test files. To find the test that an error belongs to, Node's runner follows every promise, which
 * takes a part of the processor time of a server. Without it, an error after a test has ended fails the file.
 */
const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

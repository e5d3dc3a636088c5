// Loaded into a server by tests (`--import`), so that nothing in the server itself fails on demand.
process.on('SIGUSR2', () => {
  throw new Error('Thrown by a test.');
});

// Loaded into a server by tests (`--import`), so that the server itself contains no code to fail on demand.
process.on('SIGUSR2', () => {
  throw new Error('Thrown by a test.');
});

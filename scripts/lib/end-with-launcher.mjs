import { isMainThread } from 'node:worker_threads';

// Loaded into the server by the launcher. Should the launcher be killed so hard that it cannot say goodbye, its end
// of the pipe closes, and the server ends as if it had been asked to.
if (isMainThread && process.env.PANEL_LAUNCHER_PID === String(process.ppid)) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref?.();
}

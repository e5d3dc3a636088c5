import { isMainThread } from 'node:worker_threads';

// Loaded into the server by the launcher. If the launcher is killed, its end of the pipe closes and the server
// shuts down in order.
if (isMainThread && process.env.PANEL_LAUNCHER_PID === String(process.ppid)) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref?.();
}

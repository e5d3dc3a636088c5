/** What the panel and the php-wasm process of one site say to each other over the process channel. */
export type WorkerOrder =
  | { type: 'boot'; live: string; tmp: string; panel: string; phpVersion: string; settings: Record<string, string> }
  | { type: 'listen'; id: number; token: string }
  | { type: 'script'; id: number; file: string; env: Record<string, string> }
  | { type: 'wp'; id: number; args: string[]; env: Record<string, string> };

export type WorkerAnswer =
  | { type: 'ready' }
  | { type: 'listening'; id: number; port: number }
  | { type: 'result'; id: number; code: number; stdout: string; stderr: string }
  | { type: 'failed'; id: number | null; message: string };

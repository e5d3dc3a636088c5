/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  type Client = { setHeaders(headers: Record<string, string>): void };
  type Options = {
    url: string;
    headers?: Record<string, string>;
    connections?: number;
    duration?: number;
    /** Threads that send the requests. */
    workers?: number;
    setupClient?: (client: Client) => void;
  };
  type Result = {
    requests: { total: number };
    duration: number;
    latency: { p99: number };
    non2xx: number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}

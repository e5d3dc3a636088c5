import { createTokenBucket } from '../../lib/token-bucket.ts';

/** Lets a connection begin when it is its turn. The result ends its place, or its wait. */
export type ConnectionPace = (begin: () => void) => () => void;

export type ConnectionPaceOptions = {
  /** Connections at a time. */
  most: number;
  /** New connections, after a burst. */
  perSecond: number;
  burstSeconds: number;
  /** Hears of each connection that waits because of the rate. */
  held(): void;
  /** Milliseconds. */
  now?: () => number;
};

/** Paces the connections of one site at its own expense: those that may not begin yet wait in order. */
export function createConnectionPace(options: ConnectionPaceOptions): ConnectionPace {
  const { most, perSecond, burstSeconds, held, now = () => performance.now() } = options;
  const bucket = createTokenBucket(perSecond, burstSeconds, now);
  const waiting = new Set<() => void>();
  let open = 0;
  let earning = false;

  const next = (): void => {
    if (earning || open >= most) return;
    const [begin] = waiting;
    if (begin === undefined) return;
    waiting.delete(begin);
    open += 1;
    const ms = bucket(1);
    if (ms <= 0) {
      begin();
      return next();
    }
    earning = true;
    held();
    setTimeout(() => {
      earning = false;
      begin();
      next();
    }, ms);
  };

  return (connect) => {
    let left = false;
    const begin = () => {
      if (!left) connect();
    };
    waiting.add(begin);
    next();
    return () => {
      if (left) return;
      left = true;
      if (!waiting.delete(begin)) open -= 1;
      next();
    };
  };
}

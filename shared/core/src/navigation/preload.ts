type Preloader = (path: string) => void;
let preloader: Preloader | null = null;

/** The shell knows which remote owns a path; it registers how to preload its code and data. */
export function setPreloader(next: Preloader | null): void {
  preloader = next;
}

/** Starts loading the page of a path; does nothing for what is already loaded. */
export function preload(path: string): void {
  preloader?.(path);
}

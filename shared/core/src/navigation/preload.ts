type Preloader = (path: string) => void;
let preloader: Preloader | null = null;

/** The shell knows which remote owns a path; it registers how to fetch its code and data ahead. */
export function setPreloader(next: Preloader | null): void {
  preloader = next;
}

/** Starts loading the page behind a path of the panel; does nothing for what is already there. */
export function preload(path: string): void {
  preloader?.(path);
}

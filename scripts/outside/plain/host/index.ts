/* Shared modules have to be there before the code that imports them, so the host starts asynchronously. */
void import('./bootstrap.tsx');

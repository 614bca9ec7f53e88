import { useEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** Prints the page in the light theme, whichever one is chosen. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement;
    let chosen: string | null = null;
    const begin = () => {
      chosen = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const end = () => {
      if (chosen !== null) root.setAttribute(SCHEME, chosen);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

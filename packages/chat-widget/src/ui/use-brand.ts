import { useEffect } from 'preact/hooks';
import { shadesFor } from '../colour.ts';

/** The surfaces of `style/frame.css` on which the customer's colour has to stand out. */
const SURFACES = { light: '#ffffff', dark: '#1f2328' } as const;

/** The customer's colour, made legible, and the language, for the whole document. */
export function useBrand(color: string | undefined, language: string): void {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (!color) return;
    const { style } = document.documentElement;
    for (const [theme, surface] of Object.entries(SURFACES)) {
      const { fill, onFill, text } = shadesFor(color, surface);
      style.setProperty(`--fill-${theme}`, fill);
      style.setProperty(`--on-fill-${theme}`, onFill);
      style.setProperty(`--brand-${theme}`, text);
    }
  }, [color]);
}

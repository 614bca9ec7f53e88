import { useEffect } from 'preact/hooks';
import { shadesFor } from '../colour.ts';

/** The surfaces of `style/frame.css` on which the customer's colour must be readable. */
const SURFACES = { light: '#ffffff', dark: '#1f2328' } as const;

/** Sets the customer's colour, adjusted for contrast, and the language on the whole document. */
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

import { useEffect } from 'react';
import FieldLimit from '#shared/limits/field-limit.tsx';
import { holdFocus } from '#shared/lib/keys/held-focus.ts';

/** What follows the fields and buttons of every page. */
export default function FieldWatchers() {
  useEffect(holdFocus, []);
  return <FieldLimit />;
}

import { useEffect } from 'react';
import FieldLimit from '#shared/limits/field-limit.tsx';
import { holdFocus } from '#shared/lib/keys/held-focus.ts';
import { focusNewPages } from '#shared/lib/keys/page-focus.ts';
import { focusRefused } from '#shared/lib/keys/refused-focus.ts';

/** What follows the fields, the buttons and the focus of every page. */
export default function FieldWatchers() {
  useEffect(holdFocus, []);
  useEffect(focusNewPages, []);
  useEffect(focusRefused, []);
  return <FieldLimit />;
}

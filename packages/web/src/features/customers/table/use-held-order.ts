import type { Customer } from '@trunkline/contract';
import { useState } from 'react';
import { heldOrder } from './held-order.ts';

/**
 * The rows as the server orders them, except under the pointer: while it rests on the list, rows keep their places and
 * only their contents change.
 */
export function useHeldOrder(rows: readonly Customer[], view: string) {
  const [held, setHeld] = useState<{ view: string; ids: readonly number[] } | null>(null);
  const isHeld = held !== null && held.view === view;
  return {
    rows: isHeld ? heldOrder(rows, held.ids) : rows,
    hold: () => setHeld({ view, ids: rows.map((row) => row.id) }),
    release: () => setHeld(null),
  };
}

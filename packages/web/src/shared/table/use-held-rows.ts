import type { Ticket } from '@trunkline/contract';
import { useMemo, useState } from 'react';
<<<<<<<< HEAD:packages/web/src/features/tickets/list/rows/use-held-rows.ts
import { arrange, type Arrangement, type HeldOrder, holdOrder } from '#features/tickets/held-order.ts';
========
import { arrange, type Arrangement, type HeldOrder, holdOrder } from './held-order.ts';
>>>>>>>> a7af3189 (refactor(web): move the parts of lists that all tables need to shared/table):packages/web/src/shared/table/use-held-rows.ts

type HeldRows = Arrangement & {
  /** Keeps the order from now on, or lets it follow again. */
  hold: (held: boolean) => void;
  release: () => void;
};

/** Rows that keep their places while the pointer is over them or the list is scrolled down. */
export function useHeldRows(live: readonly Ticket[], listKey: string): HeldRows {
  const [held, setHeld] = useState<{ listKey: string; order: HeldOrder } | null>(null);
  // Another view or filter is another list: what was held of the old one means nothing there.
  const order = held?.listKey === listKey ? held.order : null;
  const arrangement = useMemo(() => arrange(live, order), [live, order]);
  return {
    ...arrangement,
    hold: (next) => {
      if (!next) setHeld(null);
      else if (!order) setHeld({ listKey, order: holdOrder(live) });
    },
    // Takes in what waits, and goes on holding from there when the pointer is still over the list.
    release: () => setHeld(order ? { listKey, order: holdOrder(live) } : null),
  };
}

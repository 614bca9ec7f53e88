import { useMemo, useState } from 'react';
import {
  arrangeHeldRows,
  type Arrangement,
  type FreshnessOf,
  type HeldOrder,
  holdOrder,
  type Identified,
} from './held-order.ts';

type Options<Row> = {
  live: readonly Row[];
  /** Identifies the list and its filters; an order held for another list does not apply. */
  listKey: string;
  freshOf: FreshnessOf<Row>;
  /** The rows shown still belong to the list before, so there is no order to keep yet. */
  isStale: boolean;
};

type HeldRows<Row> = Arrangement<Row> & {
  /** True freezes the order of the rows; false lets it follow live data. */
  hold: (held: boolean) => void;
  release: () => void;
};

/** Rows that keep their positions while the pointer is over them or the list is scrolled down. */
export function useHeldRows<Row extends Identified>(options: Options<Row>): HeldRows<Row> {
  const { live, listKey, freshOf, isStale } = options;
  const [held, setHeld] = useState<{ listKey: string; order: HeldOrder } | null>(null);
  const order = held?.listKey === listKey && !isStale ? held.order : null;
  const arrangement = useMemo(() => arrangeHeldRows(live, order, freshOf), [live, order, freshOf]);
  return {
    ...arrangement,
    hold: (next) => {
      if (!next) setHeld(null);
      else if (!order && !isStale) setHeld({ listKey, order: holdOrder(live, freshOf) });
    },
    // Takes in the waiting rows, and holds the new order if the pointer is still over the list.
    release: () => setHeld(order ? { listKey, order: holdOrder(live, freshOf) } : null),
  };
}

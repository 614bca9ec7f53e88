import { lazy, Suspense } from 'react';
import { countFilters, type DeskChoice } from '../filters.ts';

const TicketChips = lazy(() => import('../filter/lazy.ts').then((later) => ({ default: later.TicketChips })));

type Props = {
  choice: DeskChoice;
  onSet: (choice: Partial<DeskChoice>) => void;
};

/** What the list is narrowed by, each part with the way out of it. */
export function FilterChips({ choice, onSet }: Props) {
  if (countFilters(choice) === 0) return null;
  return (
    <Suspense>
      <TicketChips choice={choice} onSet={onSet} />
    </Suspense>
  );
}

import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense } from 'react';
import { countFilters, type DeskChoice } from '../filters.ts';

const TicketChips = lazyPart(() =>
  import('../filter/lazy.ts').then((later) => ({ default: later.TicketChips })),
);

type Props = {
  choice: DeskChoice;
  onSet: (choice: Partial<DeskChoice>) => void;
};

/** The active filters of the list, each with a button to remove it. */
export function FilterChips({ choice, onSet }: Props) {
  if (countFilters(choice) === 0) return null;
  return (
    <Suspense>
      <TicketChips choice={choice} onSet={onSet} />
    </Suspense>
  );
}

import { useTranslation } from 'react-i18next';
import { ConditionChips } from '#shared/listing/chips.tsx';
import { type DeskChoice, withoutFilters } from '../filters.ts';
import { conditionsOf, withConditions } from './conditions.ts';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';

type Props = { choice: DeskChoice; onSet: (choice: Partial<DeskChoice>) => void };

/** The active filters of the ticket list. */
export function TicketChips({ choice, onSet }: Props) {
  const { t } = useTranslation('tickets');
  const conditions = conditionsOf(choice);
  const unfollowed = () => onSet(withConditions({ ...choice, follower: undefined }, conditions));
  return (
    <ConditionChips
      kit={useTicketKit()}
      conditions={conditions}
      beside={choice.follower && { name: t('followed.label'), remove: unfollowed }}
      onChange={(next) => onSet(withConditions(choice, next))}
      onClear={() => onSet(withoutFilters(choice))}
    />
  );
}

import type { CallColleague } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useReference } from '#shared/api/session.ts';
import { useColleagues } from '../call-participants.ts';
import { MoveList } from './move-list.tsx';

type Props = {
  callId: number;
  isBusy: boolean;
  /** Also lists colleagues who are in the call already: the call can be transferred to them without ringing. */
  withInside: boolean;
  onPick: (userId: number) => void;
};

/** Colleagues who are online, with department, activity, and the reason why they cannot be rung. */
export function ColleagueList({ callId, isBusy, withInside, onPick }: Props) {
  const { t } = useTranslation('calls');
  const nameOf = useActivityName();
  const { data: reference } = useReference();
  const { data: colleagues, isPending } = useColleagues(callId);
  if (isPending) return <p role="status">{t('moves.looking')}</p>;

  function describe(colleague: CallColleague) {
    const { department_ids: ids, not_rung: why } = colleague;
    const departments = (reference?.departments ?? [])
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name);
    return [...departments, why ? t(`moves.not.${why}`) : nameOf(colleague)].join(' · ');
  }

  const rows = (colleagues ?? [])
    .map((colleague) => ({
      id: colleague.user_id,
      name: colleague.name,
      about: describe(colleague),
      isOpen: colleague.not_rung === null || (withInside && colleague.not_rung === 'here'),
    }))
    // Those who can be invited come first; each group keeps its order.
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  return <MoveList label={t('moves.way.colleague')} rows={rows} isBusy={isBusy} onPick={onPick} />;
}

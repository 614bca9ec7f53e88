import { Checkbox, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MOVE_NOTE_MAX, type CallParticipants, type JoinCredentials } from '@trunkline/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { callMoves } from '../call-participants.ts';
import classes from './call-move.module.css';
import { canCloseInvite } from '../ringing/can-close-invite.ts';
import { ColleagueList } from './colleague-list.tsx';
import { MoveList } from './move-list.tsx';
import { AddPhone, useCanAddPhone } from '../phone/phone-guest.tsx';

/** Above the call's own window, below the dialog of an incoming call. */
const OVER_THE_WINDOW = 350;

type TransferKind = 'join' | 'phone' | 'colleague' | 'department';
type TransferTarget = { userId: number } | { departmentId: number };
type Props = { credentials: JoinCredentials; inside: CallParticipants | undefined; onClose: () => void };

/** Chooses who is invited into the call, or to whom it is transferred, with an optional note. Closes by itself once they have joined. */
export function MoveDialog({ credentials, inside, onClose }: Props) {
  const callId = credentials.call_id;
  const { t } = useTranslation('calls');
  const { can } = useSession();
  const [way, setWay] = useState<TransferKind>('join');
  const [note, setNote] = useState('');
  const [stays, setStays] = useState(true);
  const move = useMutation({
    mutationFn: (goal: TransferTarget): Promise<unknown> => {
      const word = note.trim();
      if ('departmentId' in goal)
        return callMoves.transfer(callId, { note: word, department_id: goal.departmentId });
      return way === 'join'
        ? callMoves.invite(callId, goal.userId, word)
        : callMoves.transfer(callId, { note: word, user_id: goal.userId, stays });
    },
    onSuccess: onClose,
    onError: (error) => {
      const isFull = error instanceof ApiError && error.code === 'room_full';
      toast(t(isFull ? 'moves.full' : 'moves.failed'), { kind: 'failed' });
    },
  });
  const [before] = useState(inside);
  const asked = move.variables && 'userId' in move.variables ? move.variables.userId : undefined;
  const isDone = canCloseInvite({ before, inside, asked, isUntouched: note === '' && asked === undefined });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  const ways: readonly TransferKind[] = [
    'join',
    ...(useCanAddPhone(credentials) ? (['phone'] as const) : []),
    ...(can('TICKETS:TRANSFER') ? (['colleague', 'department'] as const) : []),
  ];
  return (
    <Dialog title={t('moves.title')} onClose={onClose} width={460} zIndex={OVER_THE_WINDOW}>
      <div className={classes['form']}>
        {ways.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label={t('moves.title')}
            data={ways.map((value) => ({ value, label: t(`moves.way.${value}`) }))}
            value={way}
            onChange={setWay}
          />
        )}
        {way === 'phone' ? (
          <AddPhone credentials={credentials} onDone={onClose} />
        ) : (
          <>
            <Textarea
              label={t('moves.note')}
              autosize
              minRows={1}
              maxRows={4}
              maxLength={MOVE_NOTE_MAX}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {way === 'colleague' && (
              <Checkbox
                label={t('moves.stays')}
                checked={stays}
                onChange={(event) => setStays(event.currentTarget.checked)}
              />
            )}
            {way === 'department' ? (
              <Departments isBusy={move.isPending} onPick={(departmentId) => move.mutate({ departmentId })} />
            ) : (
              <ColleagueList
                callId={callId}
                isBusy={move.isPending}
                withInside={way === 'colleague'}
                onPick={(userId) => move.mutate({ userId })}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Departments({ isBusy, onPick }: { isBusy: boolean; onPick: (id: number) => void }) {
  const { t } = useTranslation('calls');
  const { data: reference } = useReference();
  const rows = (reference?.departments ?? [])
    .filter((one) => one.is_active)
    .map(({ id, name }) => ({ id, name, about: t('moves.queueOf'), isOpen: true }));
  return <MoveList label={t('moves.way.department')} rows={rows} isBusy={isBusy} onPick={onPick} />;
}

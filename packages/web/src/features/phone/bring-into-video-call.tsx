import { IconPhoneX, IconVideoPlus } from '@tabler/icons-react';
import { pausePhoneRecording, readOwnPhoneCall } from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { requestCall } from '#shared/api/call-request.ts';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { isRoomRecorded, ownRoom, roomGuest } from '#shared/dialing/own-phone.ts';
import { useStore } from '#shared/lib/store.ts';
import { toast } from '#shared/ui/states/toast.ts';
import type { LineCall } from './line/phone.ts';
import { pausedCall } from './phone-control.ts';
import { Tool } from './tool.tsx';

type Props = { call: LineCall; name: string; ticketId: number | null };

/** Brings the telephone call into a video call: the one in progress, or a new one on the ticket. */
export function BringIntoVideoCall({ call: own, name, ticketId }: Props) {
  const { t } = useTranslation('phone');
  const { can } = useSession();
  const room = useStore(ownRoom);
  useRecordingOf(own.id, room?.hasPhone === true);
  if (!can('TICKETS:REPLY') || (room && !room.takesPhones)) return null;
  if (room?.hasPhone)
    return <Tool Icon={IconPhoneX} label={t('takeOut')} isOn onClick={() => roomGuest.set(null)} />;

  async function bringIn(): Promise<void> {
    roomGuest.set({ name: name || t('withheld'), phoneId: own.id });
    if (room) return;
    const ticket = ticketId ?? (await ticketOfCall());
    if (ticket !== null) return requestCall(ticket, 'video');
    roomGuest.set(null);
    toast(t('noTicket'), { kind: 'failed' });
  }
  return (
    <Tool Icon={IconVideoPlus} label={t(room ? 'bringIn' : 'bringIntoNew')} onClick={() => void bringIn()} />
  );
}

/** Fetches the ticket of a call that did not come through a queue, which only the server knows. */
const ticketOfCall = (): Promise<number | null> =>
  call(readOwnPhoneCall).then(
    ({ data }) => data.current?.ticket_id ?? null,
    () => null,
  );

/**
 * Pauses the telephone recording while the room is not recorded, because guests of the room are told whether they are
 * recorded and the telephone hears all of them. A pause by hand stays.
 */
function useRecordingOf(id: string, isInRoom: boolean): void {
  const { t } = useTranslation('phone');
  const isRecorded = useStore(isRoomRecorded);
  const isSilent = isInRoom && isRecorded === false;
  useEffect(() => {
    if (!isSilent || pausedCall.get() === id) return undefined;
    const change = (is_paused: boolean) =>
      call(pausePhoneRecording, { body: { is_paused } }).catch((error: unknown) => {
        // The call is not recorded at all, or it is over.
        if (!['conflict', 'not_found'].includes(errorCode(error) ?? ''))
          toast(t('fault.recording'), { kind: 'failed' });
      });
    pausedCall.set(id);
    const paused = change(true);
    return () => {
      if (pausedCall.get() !== id) return;
      pausedCall.set(null);
      void paused.then(() => change(false));
    };
  }, [id, isSilent, t]);
}

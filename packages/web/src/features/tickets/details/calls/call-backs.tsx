import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { callBackNow, cancelCallBack, listTicketCallBacks, type CallBack } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { requestCallBack } from '#shared/api/call-request.ts';
import { call } from '#shared/api/call.ts';
import { useLiveQuery } from '#shared/api/live-query.ts';
import { useSession } from '#shared/api/session.ts';
import { exactTime } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Dial } from '#shared/dialing/dial.tsx';
import { useOwnCall } from '#shared/dialing/use-own-call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { applyToCallBacks } from '#features/tickets/timeline/call-entries.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import classes from './call-backs.module.css';
import context from '../details.module.css';
import { Section } from '../section.tsx';

// Loaded when first needed, because call-backs are rarely arranged by hand.
const CallBackDialog = lazyOverlay(() => import('./call-back-dialog.tsx'));
const MEDIA = { voice: 18, video: 17 } as const;
const TELEPHONE = 1;

/** The call-backs of the customer; renders nothing where there are none and none can be arranged. */
export function CallBacks() {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  const { data: callBacks = [] } = useCallBacks(detail.ticket.id);
  const { can } = useSession();
  const { canCall } = useOwnCall();
  const promise = canCall && can('TICKETS:REPLY') && <Opening label={t('callBack.promise')} />;
  if (callBacks.length === 0 && !promise) return null;
  return (
    <Section title={t('callBack.title')} action={promise}>
      {callBacks.length === 0 && <p className={context['empty']}>{t('callBack.none')}</p>}
      <ul className={classes['list']}>
        {callBacks.map((entry) => (
          <Entry key={entry.id} entry={entry} isLast={entry === callBacks.at(-1)} />
        ))}
      </ul>
    </Section>
  );
}

/** The button that opens the form to arrange or move a call-back. */
function Opening({ label, moved }: { label: string; moved?: CallBack }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {moved ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {label}
        </Button>
      ) : (
        <button type="button" className={context['link']} onClick={() => setOpen(true)}>
          {label}
        </button>
      )}
      {isOpen && <CallBackDialog {...(moved && { moved })} onClose={() => setOpen(false)} />}
    </>
  );
}

function Entry({ entry, isLast }: { entry: CallBack; isLast: boolean }) {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const { can } = useSession();
  const isComing = entry.state === 'waiting' || entry.state === 'ringing';
  return (
    <li data-call-back={entry.state}>
      <p className={classes['head']} data-state={entry.state}>
        <MediaGlyph media={entry.is_telephone ? TELEPHONE : MEDIA[entry.kind]} size={16} />
        <span>{t(`callBack.state.${entry.state}`)}</span>
      </p>
      <p className={classes['note']}>
        <time dateTime={entry.due_at}>{t('callBack.at', { time: exactTime(entry.due_at) })}</time>
      </p>
      {entry.reason && <p className={classes['note']}>{t(`callBack.reason.${entry.reason}`)}</p>}
      {entry.state === 'waiting' && entry.attempts > 0 && entry.next_at && (
        <p className={classes['note']}>
          {t('callBack.again', { count: entry.attempts, time: exactTime(entry.next_at) })}
        </p>
      )}
      {entry.state === 'done' && (
        <p className={classes['note']}>{t('callBack.by', { name: names.agent(entry.user_id) })}</p>
      )}
      <Reach entry={entry} />
      {can('TICKETS:REPLY') && (isComing || (entry.state === 'missed' && isLast)) && (
        <Actions entry={entry} canCancel={isComing} />
      )}
    </li>
  );
}

/** Other contacts that the customer has left for the call-back. */
function Reach({ entry: { phone, email } }: { entry: CallBack }) {
  const { detail } = useOpenTicket();
  if (!phone && !email) return null;
  return (
    <p className={classes['note']} dir="auto">
      {[phone, email].filter(Boolean).join(' · ')}
      {phone && <Dial number={phone} customerId={detail.customer.id} ticketId={detail.ticket.id} />}
    </p>
  );
}

function Actions({ entry, canCancel }: { entry: CallBack; canCancel: boolean }) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const act = async (what: typeof cancelCallBack | typeof callBackNow) => {
    setBusy(true);
    await call(what, { params: { id: entry.id }, body: {} })
      .catch((error: unknown) => void toast(reasonWords(error) ?? t('callBack.failed'), { kind: 'failed' }))
      .finally(() => setBusy(false));
    await client.invalidateQueries({ queryKey: keyOf(entry.ticket_id) });
  };
  return (
    <div className={classes['actions']}>
      <Button
        size="xs"
        leftSection={<IconPhone size={14} stroke={1.75} aria-hidden />}
        // By telephone the agent's own phone rings; in a room the calls feature starts the call.
        onClick={() => (entry.is_telephone ? void act(callBackNow) : requestCallBack(entry.id))}
      >
        {t('callBack.callNow')}
      </Button>
      {entry.state !== 'ringing' && <Opening label={t('callBack.move')} moved={entry} />}
      {canCancel && (
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void act(cancelCallBack)}>
          {t('callBack.cancel')}
        </Button>
      )}
    </div>
  );
}

const keyOf = (ticketId: number) => ['tickets', 'call-backs', ticketId] as const;

function useCallBacks(ticketId: number) {
  return useLiveQuery<CallBack[]>({
    queryKey: keyOf(ticketId),
    queryFn: async ({ signal }) =>
      (await call(listTicketCallBacks, { params: { id: ticketId }, signal })).data,
    apply: (entries, event) => applyToCallBacks(entries, event, ticketId),
  });
}

import {
  cancelScheduledReply,
  rescheduleReply,
  restoreScheduledReply,
  type ScheduledReply,
} from '@trunkline/contract';
import { IconAlertCircle, IconCalendarTime } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useStore } from '#shared/lib/store.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { ACTION_KEY, latestWithAction, toast, toasts } from '#shared/ui/states/toast.ts';
import { knownCode, useErrorWords } from '../error-words.ts';
import type { MessageToRewrite } from '../outbox/outbox.ts';
import { toEditableMessage } from './to-editable-message.ts';
import classes from './scheduled-replies.module.css';

type Actions = {
  onRestore: (message: MessageToRewrite) => void;
  /** Called when a pressed button has disappeared, to move the keyboard focus. */
  onLeft: () => void;
};
type Props = Actions & { replies: readonly ScheduledReply[] };

/** The scheduled and failed replies of a ticket, with their author's actions. */
export default function ScheduledReplies({ replies, ...actions }: Props) {
  const { t } = useTranslation('tickets/scheduled');
  return (
    <ul className={classes['list']} aria-label={t('label')}>
      {replies.map((reply) => (
        <Scheduled key={reply.id} reply={reply} {...actions} />
      ))}
    </ul>
  );
}

/** A reply that is due sooner is only held back so that sending can be undone. */
const SOON_MS = 60_000;

function Scheduled({ reply, ...actions }: Actions & { reply: ScheduledReply }) {
  const { t } = useTranslation('tickets/scheduled');
  const { user } = useSession();
  const now = useNow();
  const { busy, cancel, edit, sendNow } = useScheduled(reply, actions);
  const { state, author } = reply;
  const leftMs = Date.parse(reply.send_at) - now;
  const isFailed = state === 'failed';
  const isSoon = !isFailed && leftMs < SOON_MS;
  const isMine = author.id === user.id;
  const hasKey = useUndoKey({ isOffered: isSoon && isMine && !busy, run: edit });
  const Icon = isFailed ? IconAlertCircle : IconCalendarTime;
  return (
    <li className={classes['reply']} data-failed={isFailed || undefined}>
      <Excerpt reply={reply} />
      <div className={classes['line']}>
        <Icon size={14} stroke={1.75} aria-hidden />
        <span role={isFailed ? 'alert' : undefined}>
          <When {...{ reply, isSoon, leftMs }} />
          {!isMine && ` · ${author.name}`}
        </span>
        {isMine && (
          <>
            {!isSoon && (
              <button type="button" disabled={busy} onClick={(event) => sendNow(isByKey(event))}>
                {t(isFailed ? 'again' : 'now')}
              </button>
            )}
            <button type="button" disabled={busy} onClick={edit}>
              {t(isSoon ? 'undo' : 'edit')}
              {hasKey && <kbd aria-hidden>{ACTION_KEY}</kbd>}
            </button>
            {!isSoon && (
              <button type="button" disabled={busy} onClick={(event) => cancel(isByKey(event))}>
                {t('discard')}
              </button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function Excerpt({ reply }: { reply: ScheduledReply }) {
  const { t } = useTranslation('tickets/mail/forwarding');
  return (
    <p className={classes['body']} dir="auto">
      {reply.is_forward && <strong>{t('isForward')} </strong>}
      {reply.body.trim() || reply.attachments.map(({ name }) => name).join(', ')}
    </p>
  );
}

/** Undoes the sending by the key of the latest toast's action; returns whether it does. What was done after it is undone first. */
function useUndoKey({ isOffered, run }: { isOffered: boolean; run: () => void }): boolean {
  const { t } = useTranslation('tickets/scheduled');
  const { t: tickets } = useTranslation('tickets');
  const isLatest = !latestWithAction(useStore(toasts));
  const hasKey = isOffered && isLatest;
  const key = { key: ACTION_KEY, description: t('undoKey'), group: tickets('keys.group') };
  useShortcuts(hasKey ? [{ ...key, run }] : []);
  return hasKey;
}

/** Whether a click came from the keyboard: its click count is 0. */
const isByKey = ({ detail }: MouseEvent): boolean => detail === 0;

type WhenProps = { reply: ScheduledReply; isSoon: boolean; leftMs: number };

function When({ reply, isSoon, leftMs }: WhenProps) {
  const { t } = useTranslation('tickets/scheduled');
  const { t: tickets } = useTranslation('tickets');
  if (reply.state === 'failed')
    return t('failed', { reason: tickets(`error.${knownCode(reply.fault ?? 'internal')}`) });
  if (isSoon) return leftMs > 0 ? t('soon', { count: Math.ceil(leftMs / 1000) }) : t('going');
  return t('at', { time: minuteTime(reply.send_at) });
}

function useScheduled({ id }: ScheduledReply, { onRestore, onLeft }: Actions) {
  const { t } = useTranslation('tickets/scheduled');
  const { t: tickets } = useTranslation('tickets');
  const words = useErrorWords();
  const [busy, setBusy] = useState(false);

  async function attempt(run: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toast(words(error), { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }

  const cancelReply = async () => (await call(cancelScheduledReply, { params: { id } })).data;
  const putBack = () => call(restoreScheduledReply, { params: { id }, body: {} });

  return {
    busy,
    sendNow: (byKey: boolean) =>
      void attempt(async () => {
        await call(rescheduleReply, { params: { id }, body: { send: { in_seconds: 0 } } });
        if (byKey) onLeft();
      }),
    edit: () => void attempt(async () => onRestore(toEditableMessage(await cancelReply()))),
    cancel: (byKey: boolean) =>
      void attempt(async () => {
        await cancelReply();
        if (byKey) onLeft();
        const run = () => void attempt(putBack);
        toast(t('discarded'), { action: { label: tickets('action.undo'), run } });
      }),
  };
}

import { Button } from '@mantine/core';
import { IconPhone, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ENDS } from '#shared/lib/keys/use-window-focus.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { RingingDialog } from '#shared/ui/dialogs/ringing-dialog.tsx';
import type { Call } from '../call-machine.ts';
import classes from './incoming-call-modal.module.css';

type Props = { call: Call; isOver: boolean; isBusy: boolean; onPickUp: () => void };

/** Section 2 fixes this dialog: the caller and one button; neither a click beside it nor a key closes it. */
export function IncomingCallModal({ call, isOver, isBusy, onPickUp }: Props) {
  const { t } = useTranslation('calls');
  const Icon = call.kind === 'video' ? IconVideo : IconPhone;
  return (
    <RingingDialog
      title="Incoming Voip"
      caller={call.dial.caller}
      onAnswer={isOver || isBusy ? null : onPickUp}
    >
      <span className={classes['pulse']} data-still={isOver || isBusy}>
        <Avatar name={call.dial.caller} size={72} />
      </span>
      <p className={classes['caller']} dir="auto">
        {call.dial.is_call_back ? t('callBack', { name: call.dial.caller }) : call.dial.caller}
      </p>
      <p className={classes['kind']} role="status">
        {isOver ? t('missed') : call.dial.is_telephone ? t('byTelephone') : t(`kind.${call.kind}`)}
      </p>
      {call.reason && (
        <div className={classes['reason']}>
          <p dir="auto">{t(`reason.${call.reason.reason}`, { name: call.reason.by })}</p>
          {call.reason.note && <blockquote dir="auto">{call.reason.note}</blockquote>}
        </div>
      )}
      <Button
        fullWidth
        size="md"
        color="green"
        className={classes['pickup'] ?? ''}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        loading={isBusy && !isOver}
        disabled={isOver}
        onClick={onPickUp}
        {...ENDS}
      >
        Pickup
      </Button>
    </RingingDialog>
  );
}

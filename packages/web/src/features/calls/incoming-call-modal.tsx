import { Button, Modal } from '@mantine/core';
import { IconPhone, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#shared/ui/avatar.tsx';
import type { Call } from './call-machine.ts';
import classes from './incoming-call-modal.module.css';

type Props = { call: Call; isOver: boolean; isBusy: boolean; onPickUp: () => void };

const classNames = {
  overlay: classes['overlay'] ?? '',
  content: classes['content'] ?? '',
  title: classes['title'] ?? '',
  body: classes['body'] ?? '',
};

/** Section 2: static, with the caller and one button; neither a click beside it nor a key puts it away. */
export function IncomingCallModal({ call, isOver, isBusy, onPickUp }: Props) {
  const { t } = useTranslation('calls');
  const Icon = call.kind === 'video' ? IconVideo : IconPhone;
  return (
    <Modal.Root
      opened
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={340}
      centered
      zIndex={400}
      classNames={classNames}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title>Incoming Voip</Modal.Title>
        <Modal.Body>
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
            data-autofocus
            fullWidth
            size="md"
            color="green"
            className={classes['pickup'] ?? ''}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            loading={isBusy && !isOver}
            disabled={isOver}
            onClick={onPickUp}
          >
            Pickup
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

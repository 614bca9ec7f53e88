import { ActionIcon } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { toDialableNumber } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dial-button.module.css';
import { useOwnCall } from './use-own-call.ts';

type Props = {
  number: string;
  customerId: number;
  /** The ticket on which the call is recorded. */
  ticketId?: number;
};

/** A button that calls a number: the agent's own phone rings first. The state of the call is shown beside it. */
export default function DialButton({ number, customerId, ticketId }: Props) {
  const { t } = useTranslation('shared/dialing');
  const { canCall, call: latest, dial, isAsking } = useOwnCall();
  /** The id of the call that was started here; only that one is still shown after it has ended. */
  const [begun, setBegun] = useState<number>();
  const own = toDialableNumber(number);
  if (!canCall || own === null) return null;

  const isOn = latest !== null && latest.state !== 'ended';
  const isShown = latest?.number === own && (isOn || latest.call_id === begun);
  const word = latest?.outcome && latest.outcome !== 'answered' ? latest.outcome : latest?.state;
  const handleClick = async () => {
    const call = await dial({
      number: own,
      customer_id: customerId,
      ...(ticketId !== undefined && { ticket_id: ticketId }),
    });
    if (call) setBegun(call.call_id);
  };
  return (
    <span className={classes['dial']}>
      <span role="status" className={classes['state']} data-over={!isOn || undefined}>
        {isShown && word && t(`state.${word}`)}
      </span>
      <ActionIcon
        size={28}
        aria-label={t('call', { number })}
        title={t('call', { number })}
        disabled={isOn || isAsking}
        onClick={() => void handleClick()}
      >
        <IconPhoneOutgoing size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}

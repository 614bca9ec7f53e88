import { ActionIcon, Button, Popover } from '@mantine/core';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconDoorExit,
  IconPhoneIncoming,
  IconPhoneOff,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ESCORT_MODES, type Escort, type LiveCall } from '@trunkline/contract';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { ESCORT_MODE_ICONS } from '#shared/dialing/escort-icons.ts';
import { useActions } from './api.ts';
import { FloorClock, useFloorNow } from './floor/floor-clock.tsx';
import { lateAt, stateOf } from './live-calls.ts';
import classes from './monitoring.module.css';
import { Since } from './since.tsx';

type Props = { call: LiveCall; escorts: readonly Escort[]; names: ReadonlyMap<number, string> };

/** One call, with its agent and the supervisors who listen, whisper or have joined. */
export function CallRow({ call, escorts, names }: Props) {
  const { t } = useTranslation('monitoring');
  const { user, can } = useSession();
  const own = escorts.find(({ user_id: id }) => id === user.id);
  const mayControl = can('MONITORING:CONTROL') && call.can_attend;
  return (
    <div role="row" className={classes['row']} data-own={own !== undefined || undefined}>
      <Caller call={call} />
      <span role="cell" className={classes['state']} data-state={call.state}>
        <StateWords call={call} name={names.get(call.user_id ?? 0) ?? ''} />
      </span>
      <CallTime call={call} />
      <span role="cell" className={classes['attends']}>
        {escorts.map(({ id, user_id: userId, mode, state }) => (
          <span key={id}>
            {state === 'ringing_you' && userId === user.id
              ? t('rings')
              : t(`attends.${mode}`, { name: names.get(userId) ?? '' })}
          </span>
        ))}
      </span>
      <span role="cell" className={classes['actions']}>
        {mayControl && <Actions call={call} own={own} />}
      </span>
    </div>
  );
}

/** How long the call has been in its state; marked for a caller who waits longer than the target. */
function CallTime({ call }: Pick<Props, 'call'>) {
  const { t } = useTranslation('monitoring');
  const now = useFloorNow();
  const { targetSeconds } = useContext(FloorClock);
  const late = lateAt(call, targetSeconds);
  const isLate = late !== null && now > late;
  return (
    <span role="cell" className={classes['time']} data-late={isLate || undefined}>
      <Since at={call.since} />
      {isLate && <small>{t('late')}</small>}
    </span>
  );
}

function Caller({ call: { customer_name, number, direction, ticket_id } }: Pick<Props, 'call'>) {
  const { t } = useTranslation('monitoring');
  const { can } = useSession();
  const name = customer_name ?? (number || t('withheld'));
  const Direction = direction === 'inbound' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <span role="cell" className={classes['caller']}>
      <Direction size={16} stroke={1.75} aria-label={t(direction)} role="img" />
      <span>
        {ticket_id !== null && can('TICKETS:VIEW') ? (
          <Link to="/tickets/detail" search={{ id: ticket_id }} dir="auto">
            {name}
          </Link>
        ) : (
          <span dir="auto">{name}</span>
        )}
        {!isNumber(name) && number !== '' && <small>{number}</small>}
      </span>
    </span>
  );
}

/** Whether a name is a number, which stands for a customer without a name. */
const isNumber = (name: string): boolean => /^\+?\d+$/.test(name);

function StateWords({ call, name }: { call: LiveCall; name: string }) {
  const { t } = useTranslation('monitoring');
  return t(`state.${stateOf(call)}`, { name, queue: call.queue });
}

function Actions({ call, own }: { call: LiveCall; own: Escort | undefined }) {
  const { t } = useTranslation('monitoring');
  const { user, extension } = useSession();
  const { isBusy, attend, leave, takeOver, hangUp } = useActions(call, own);
  const { is_telephone: isTelephone } = call;
  const isOthers = call.state === 'connected' && call.user_id !== user.id;
  // On the telephone it goes by the supervisor's own phone, in a room by this page.
  const canJoin = isOthers && (!isTelephone || extension !== '');
  return (
    <>
      {canJoin &&
        ESCORT_MODES.map((mode) => (
          <Act
            key={mode}
            Sign={ESCORT_MODE_ICONS[mode]}
            label={t(`mode.${mode}`)}
            isPressed={own?.mode === mode}
            isDisabled={isBusy || own?.state === 'ringing_you' || own?.mode === mode}
            onClick={() => void attend(mode)}
          />
        ))}
      {own && <Act Sign={IconDoorExit} label={t('leave')} isDisabled={isBusy} onClick={() => void leave()} />}
      {canJoin && isTelephone && (
        <Act
          Sign={IconPhoneIncoming}
          label={t('take-over')}
          isDisabled={isBusy}
          onClick={() => void takeOver()}
        />
      )}
      {isTelephone && <HangUp isDisabled={isBusy} onConfirm={() => void hangUp()} />}
    </>
  );
}

type ActProps = {
  Sign: Icon;
  label: string;
  isPressed?: boolean;
  isDisabled: boolean;
  onClick: () => void;
};

function Act({ Sign, label, isPressed, isDisabled, onClick }: ActProps) {
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      className={classes['act']}
      onClick={() => !isDisabled && onClick()}
    >
      <Sign size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** Ends a call of two other people, which cannot be undone, so a second click confirms it. */
function HangUp({ isDisabled, onConfirm }: { isDisabled: boolean; onConfirm: () => void }) {
  const { t } = useTranslation('monitoring');
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={32}
          aria-label={t('hang-up')}
          title={t('hang-up')}
          aria-expanded={opened}
          className={classes['act']}
          onClick={() => setOpened(!opened)}
        >
          <IconPhoneOff size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('hang-up')}>
        <Button
          color="red"
          disabled={isDisabled}
          onClick={() => {
            setOpened(false);
            onConfirm();
          }}
        >
          {t('hang-up-now')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
